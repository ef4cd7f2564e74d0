/* Two threads of a rank wait for messages that the other rank sends when it got one of them. */
/* case: options="--timeout=8" status=hung exit=any timeout=40 cflags=-pthread */
#include <pthread.h>
#include "case.h"

static void *receive(void *tag) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, !rank, *(int *)tag, MPI_COMM_WORLD, /* site: deadlock */
           MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, !rank, *(int *)tag, MPI_COMM_WORLD);
  return NULL;
}

int main(void) {
  int level, value = 1, tag = 4;
  pthread_t other;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&other, NULL, receive, &tag);
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, /* expect: deadlock */
             MPI_STATUS_IGNORE);
  else
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: deadlock */
  MPI_Send(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  pthread_join(other, NULL);
  MPI_Finalize();
}
