/* Sends are started by threads that have ended, and completed by two others. The first
 * completes the last send, and the second completes the others, and uses each buffer after it
 * has waited for its own send. */
/* case: levels=mpi,compiled cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { SENDS = 4, N = 200 };
static int data[SENDS][N];
static MPI_Request request[SENDS];

static void *start(void *number) {
  int i = *(int *)number;
  MPI_Isend(data[i], N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &request[i]);
  return NULL;
}

static void *complete_last(void *unused) {
  MPI_Wait(&request[SENDS - 1], MPI_STATUS_IGNORE);
  return unused;
}

static void *complete(void *unused) {
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Wait(&request[1], MPI_STATUS_IGNORE);
  STORE(data[1][0], 7);
  MPI_Wait(&request[2], MPI_STATUS_IGNORE);
  return unused;
}

static void run(void *(*function)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, argument);
  pthread_join(thread, NULL);
}

int main(void) {
  int got[N];
  begin();
  for (int i = 0; i < SENDS; i++)
    run(start, &i);
  for (int i = 0; i < SENDS; i++)
    MPI_Recv(got, N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  run(complete_last, NULL);
  run(complete, NULL);
  MPI_Finalize();
}
