/* Sends are started by threads that have ended, and completed in order by another one, which uses
 * a buffer before it has waited for any of them. */
/* case: levels=mpi,pages,compiled cflags=-pthread registers=yes */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>

enum { SENDS = 3, N = 200 };
static int data[SENDS][N];
static MPI_Request request[SENDS];

static void *start(void *number) {
  int i = *(int *)number;
  MPI_Isend(data[i], N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, /* site: buffer-race */
            &request[i]);
  return NULL;
}

int main(void) {
  int got[N];
  pthread_t thread;
  begin();
  for (int i = 0; i < SENDS; i++) {
    pthread_create(&thread, NULL, start, &i);
    pthread_join(thread, NULL);
  }
  for (int i = 0; i < SENDS; i++)
    MPI_Recv(got, N, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  STORE(data[0][0], 7); /* expect: buffer-race */
  for (int i = 0; i < SENDS; i++)
    MPI_Wait(&request[i], MPI_STATUS_IGNORE);
  MPI_Finalize();
}
