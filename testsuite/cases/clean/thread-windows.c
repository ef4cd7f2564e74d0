/* Two threads of each process use a window each, at the same time. */
/* case: cflags=-pthread */
#include "case.h"

#include <pthread.h>

static ALIGNED int memory[2][4];
static MPI_Win wins[2];

static void *work(void *which) {
  int value = 1, index = *(int *)which;
  for (int i = 0; i < 20; i++) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, wins[index]);
    MPI_Accumulate(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, wins[index]);
    MPI_Win_unlock(1 - rank, wins[index]);
  }
  return NULL;
}

int main(void) {
  int granted, index[2] = {0, 1};
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &granted);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2; i++)
    MPI_Win_create(memory[i], sizeof memory[i], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &wins[i]);
  if (granted == MPI_THREAD_MULTIPLE) {
    pthread_create(&thread, NULL, work, &index[1]);
    work(&index[0]);
    pthread_join(thread, NULL);
  }
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&wins[i]);
  if (rank == 0)
    printf("%d %d\n", memory[0][0], memory[1][0]);
  MPI_Finalize();
}
