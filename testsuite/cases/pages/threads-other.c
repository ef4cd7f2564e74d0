/* Windows freed by another thread than the one that made them, which goes on with what lies
 * beside them. */
/* case: levels=mpi,pages mpi=mpich cflags=-pthread */
#include "show.h"
#include <pthread.h>

enum { WINDOWS = 400 };

static struct page {
  int memory[16];
  volatile long beside;
} *page;
static MPI_Win win;
static int freed;

static void *end(void *unused) {
  MPI_Win_free(&win);
  __atomic_store_n(&freed, 1, __ATOMIC_RELEASE);
  return unused;
}

int main(void) {
  long count = 0;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  page = calloc(1, sizeof *page);
  for (int i = 0; i < WINDOWS && provided == MPI_THREAD_MULTIPLE; i++) {
    pthread_t other;
    MPI_Win_create(page->memory, sizeof page->memory, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    freed = 0;
    pthread_create(&other, NULL, end, NULL);
    while (!__atomic_load_n(&freed, __ATOMIC_ACQUIRE)) {
      page->beside++;
      count++;
    }
    pthread_join(other, NULL);
  }
  show(page->beside == count, 0);
  free(page);
  MPI_Finalize();
}
