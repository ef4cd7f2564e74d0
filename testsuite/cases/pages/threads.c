/* Threads that call no MPI update one location of the window. */
/* case: levels=mpi,pages cflags=-pthread */
#include "case.h"
#include <pthread.h>

static long *memory;

static void *add(void *unused) {
  for (int i = 0; i < 2000; i++)
    __atomic_fetch_add(&memory[3], 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  MPI_Win win;
  begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[3] = 0;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  if (!rank)
    printf("%ld\n", memory[3]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
