/* A thread that works for long will send what the other ones wait for. */
/* case: options="--timeout=8" status=hung exit=any timeout=40 cflags=-pthread */
#include <pthread.h>
#include <unistd.h>
#include "case.h"

static void *work(void *unused) {
  int value = 1;
  sleep(30);
  MPI_Send(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  return unused;
}

int main(void) {
  int level, value = 1;
  pthread_t other;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&other, NULL, work, NULL);
  MPI_Recv(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pthread_join(other, NULL);
  MPI_Finalize();
}
