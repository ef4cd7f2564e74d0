/* Threads update what lies on the window's page, while windows are made and freed. */
/* case: levels=mpi,pages cflags=-pthread */
#include "show.h"
#include <pthread.h>

enum { THREADS = 2, WINDOWS = 20 };

struct page {
  int memory[100];
  long own[THREADS], common;
  char text[500];
};
static struct page *page;
static volatile int done;

static void *add(void *number) {
  int me = (int)(long)number, n = 0;
  do {
    page->own[me]++;
    __atomic_fetch_add(&page->common, 1, __ATOMIC_SEQ_CST);
    memset(page->text + 200 * me, n, 200);
  } while (++n < 200 || !done);
  return (void *)(long)n;
}

int main(void) {
  pthread_t thread[THREADS];
  MPI_Win win;
  long sum = 0;
  int wrong = 0;
  begin();
  page = calloc(1, sizeof *page);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, add, (void *)i);
  for (int i = 0; i < WINDOWS; i++) {
    MPI_Win_create(page->memory, sizeof page->memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    page->memory[5] = i;
    MPI_Win_free(&win);
    wrong += page->memory[5] != i;
  }
  done = 1;
  for (int i = 0; i < THREADS; i++) {
    void *n;
    pthread_join(thread[i], &n);
    sum += (long)n;
    wrong += page->own[i] != (long)n;
  }
  show(wrong, page->common == sum);
  free(page);
  MPI_Finalize();
}
