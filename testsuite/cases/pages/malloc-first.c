/* What a thread accesses first in pages with a window is done by malloc itself, which is about
 * to give away memory there: that of a thread that has called MPI, and of one that never does.
 */
/* case: levels=mpi,pages cflags=-pthread */
#include <malloc.h>
#include <pthread.h>
#include "show.h"

enum { BLOCKS = 40 };

static int blocks(void) {
  char *block[BLOCKS];
  int sum = 0;
  for (int i = 0; i < BLOCKS; i++) {
    block[i] = malloc(10);
    memset(block[i], i, 10);
  }
  for (int i = 0; i < BLOCKS; i++) {
    sum += block[i][9];
    free(block[i]);
  }
  return sum;
}

static void *other(void *sum) {
  *(int *)sum = blocks();
  return NULL;
}

int main(void) {
  int sum = 0;
  MPI_Win win;
  pthread_t thread;
  mallopt(M_ARENA_MAX, 1); /* all threads have one heap */
  begin();
  int *memory = malloc(4000);
  memset(memory, 0, 4000);
  MPI_Win_create(memory, 4000, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int own = blocks();
  pthread_create(&thread, NULL, other, &sum);
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, win);
  own += blocks();
  MPI_Win_free(&win);
  free(memory);
  show(own, sum);
  MPI_Finalize();
}
