/* Buffers of one thread are freed, and malloc gives their memory to another one, which nothing
 * else orders with the first. */
/* case: levels=mpi,compiled cflags=-pthread */
#include "case.h"
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define TIMES 20
#define COUNT 100000

static void receive(int tag) {
  int *buffer = malloc(COUNT * sizeof *buffer);
  MPI_Recv(buffer, COUNT, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  free(buffer);
}

static void *later(void *unused) {
  usleep(500000);
  for (int i = 0; i < TIMES; i++)
    receive(1);
  return unused;
}

int main(void) {
  static int data[COUNT];
  int provided;
  pthread_t thread;
  mallopt(M_MMAP_THRESHOLD, 65536); /* each block is mapped where the last one was */
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&thread, NULL, later, NULL);
    for (int i = 0; i < TIMES; i++)
      receive(0);
    pthread_join(thread, NULL);
  } else {
    for (int tag = 0; tag < 2; tag++)
      for (int i = 0; i < TIMES; i++)
        MPI_Send(data, COUNT, MPI_INT, 0, tag, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
