/* Threads take turns in calling MPI, in a program without windows: no process waits for what
 * another one never tells it. */
/* case: cflags=-pthread levels=mpi,compiled */
#include "case.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Each thread of a process has a partner in the other one. */
static void meet(int tag) {
  MPI_Request request;
  int value = tag;
  pthread_mutex_lock(&lock);
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1, tag + 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  pthread_mutex_unlock(&lock);
}

static void *second(void *unused) {
  meet(5);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&thread, NULL, second, NULL);
  meet(1);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
