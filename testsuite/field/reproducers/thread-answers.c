/* A thread of its own waits for requests and answers them, while the main thread sends some, and MPI was
 * initialised without threads. MPQC. */
/* case: cflags=-pthread */
#include "case.h"

#include <pthread.h>

static void *answer(void *unused) {
  int request, value = 7;
  MPI_Recv(&request, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: thread-level */
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD); /* expect: thread-level */
  return unused;
}

int main(void) {
  int request = 0, value;
  pthread_t thread;
  begin();
  pthread_create(&thread, NULL, answer, NULL);
  if (rank == 0)
    pthread_join(thread, NULL);
  MPI_Send(&request, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1)
    pthread_join(thread, NULL);
  MPI_Finalize();
}
