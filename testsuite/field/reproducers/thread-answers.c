/* A thread of its own waits for requests and answers them, though MPI was initialised without threads.
 * MPQC, where the main thread calls MPI at the same time. */
/* case: cflags=-pthread */
#include "case.h"

#include <pthread.h>

static void *answer(void *unused) {
  int request, value = 7;
  MPI_Recv(&request, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: thread-level */
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD); /* expect: thread-level */
  return unused;
}

/* One process after the other, because two threads within MPI at once may end the program here. */
int main(void) {
  int request = 0, value;
  pthread_t thread;
  begin();
  for (int asks = 1; asks >= 0; asks--) {
    if (rank != asks) {
      pthread_create(&thread, NULL, answer, NULL);
      pthread_join(thread, NULL);
    } else {
      MPI_Send(&request, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
}
