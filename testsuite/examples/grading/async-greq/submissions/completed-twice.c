#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
  int upto, sum;
  MPI_Request request;
};

static int query(void *state, MPI_Status *status) {
  struct task *task = state;
  MPI_Status_set_elements(status, MPI_INT, task->upto);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int release(void *state) {
  (void)state;
  return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
  (void)state;
  (void)complete;
  return MPI_SUCCESS;
}

static void *compute(void *state) {
  struct task *task = state;
  for (int i = 1; i <= task->upto; i++)
    task->sum += i;
  MPI_Grequest_complete(task->request);
  MPI_Grequest_complete(task->request);
  return NULL;
}

int main(int argc, char **argv) {
  int granted, rank, count;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &granted);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct task task = {argc > 1 ? atoi(argv[1]) : 10, 0, MPI_REQUEST_NULL};
  MPI_Grequest_start(query, release, cancel, &task, &task.request);
  MPI_Request request = task.request;
  pthread_t thread;
  MPI_Status status;
  pthread_create(&thread, NULL, compute, &task);
  pthread_join(thread, NULL);
  MPI_Wait(&request, &status);
  MPI_Get_elements(&status, MPI_INT, &count);
  printf("rank %d: %d from %d numbers\n", rank, task.sum, count);
  MPI_Finalize();
  return 0;
}
