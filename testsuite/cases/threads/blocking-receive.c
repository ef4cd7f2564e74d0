/* A thread loads what another one receives with MPI_Recv: nothing but a sleep orders the two. */
/* case: levels=compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static ALIGNED int buffer[4];

static void *look(void *unused) {
  int seen;
  usleep(300000);
  LOAD(seen, buffer[1]); /* expect: buffer-race */
  return seen == 5 ? unused : NULL;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&thread, NULL, look, NULL);
    MPI_Recv(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: buffer-race */
    pthread_join(thread, NULL);
  } else {
    MPI_Send(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
