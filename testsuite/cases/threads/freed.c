/* Two threads receive into the same memory, which was not freed meanwhile; nothing orders them.
 */
/* case: levels=mpi,compiled cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define TIMES 20
#define COUNT 2000

static int *buffer;

static void *later(void *unused) {
  usleep(500000);
  for (int i = 0; i < TIMES; i++)
    MPI_Recv(buffer, COUNT, MPI_INT, 1, 1, MPI_COMM_WORLD, /* expect: buffer-race */
             MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided, data[COUNT] = {0};
  pthread_t thread;
  buffer = malloc(COUNT * sizeof *buffer);
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&thread, NULL, later, NULL);
    for (int i = 0; i < TIMES; i++)
      MPI_Recv(buffer, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, /* site: buffer-race */
               MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
    free(buffer);
  } else {
    for (int tag = 0; tag < 2; tag++)
      for (int i = 0; i < TIMES; i++)
        MPI_Send(data, COUNT, MPI_INT, 0, tag, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
