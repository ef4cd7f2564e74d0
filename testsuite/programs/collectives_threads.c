/* Two threads at MPI_THREAD_MULTIPLE make communicators of their own and call collectives on
 * them, in any order. The program is right, and must have no findings. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2, TIMES = 40 };

struct job {
  int tag;
  MPI_Comm comm;
};

static int size;

static void group_of_all(int tag) {
  MPI_Group all;
  MPI_Comm made;
  int sum = 0, one = 1;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_create_group(MPI_COMM_WORLD, all, tag, &made);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made);
  if (sum != size)
    printf("sum %d\n", sum);
  MPI_Comm_free(&made);
  MPI_Group_free(&all);
}

static void use(MPI_Comm comm, int i) {
  int value = i, all[8], rank, done = 0;
  MPI_Request request;
  MPI_Comm_rank(comm, &rank);
  MPI_Bcast(&value, 1, MPI_INT, i % size, comm);
  MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, i % size, comm);
  MPI_Iallreduce(&rank, &value, 1, MPI_INT, MPI_SUM, comm, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Ibarrier(comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (value != size * (size - 1) / 2)
    printf("value %d\n", value);
}

static void *work(void *own) {
  struct job *job = own;
  int rank;
  MPI_Comm_rank(job->comm, &rank);
  for (int i = 0; i < TIMES; i++) {
    MPI_Comm made;
    MPI_Comm_split(job->comm, 0, i % 2 ? rank : -rank, &made);
    use(made, i);
    MPI_Comm_free(&made);
    use(job->comm, i);
    if (i % 8 == 0)
      group_of_all(job->tag);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided, rank;
  pthread_t thread[THREADS];
  struct job job[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < THREADS; i++) {
    job[i].tag = i;
    MPI_Comm_dup(MPI_COMM_WORLD, &job[i].comm);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &job[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  for (int i = 0; i < THREADS; i++)
    MPI_Comm_free(&job[i].comm);
  if (!rank)
    printf("done\n");
  MPI_Finalize();
  return 0;
}
