/* Like collective-by-message.c, but the first thread has made many such calls before the
 * message: each takes a number, which what others know of the process does not count. */
/* case: cflags=-pthread */
#include "case.h"
#include <pthread.h>

static void *second(void *unused) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  return unused;
}

int main(void) {
  int provided, value = 0;
  ALIGNED int memory[4];
  pthread_t thread;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    pthread_create(&thread, NULL, second, NULL);
    for (int i = 0; i < 100; i++)
      MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
  } else {
    for (int i = 0; i < 100; i++)
      MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
