/* What was memory of a window is moved, given back and used anew. */
/* case: levels=mpi,pages cflags=-pthread */
#include "case.h"
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>

enum { LARGE = 1 << 20 };

static void *touch(void *memory) {
  ((volatile char *)memory)[100]++;
  return NULL;
}

/* As a window, to which another thread may go on storing. */
static void use(char *memory, size_t size) {
  MPI_Win win;
  pthread_t thread;
  MPI_Win_create(memory, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  memory[5] = 5;
  pthread_create(&thread, NULL, touch, memory);
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
}

static int zero(const char *memory, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (memory[i])
      return 0;
  return 1;
}

int main(void) {
  int sum = 0;
  begin();
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  mallopt(M_TRIM_THRESHOLD, 4096);
  for (int i = 0; i < 3; i++) {
    char *p = malloc(LARGE); /* a mapping of its own */
    memset(p, 1, LARGE);
    use(p, LARGE);
    p = realloc(p, 4 * LARGE); /* which moves */
    memset(p + LARGE, 2, 3 * LARGE);
    sum += p[5] + p[100] + p[LARGE - 1] + p[4 * LARGE - 1];
    free(p);
    p = malloc(100000); /* from the heap, which shrinks again */
    memset(p, 3, 100000);
    use(p, 100000);
    sum += p[5] + p[100] + p[99999];
    free(p);
    malloc_trim(0);
    p = calloc(100000, 1);
    sum += zero(p, 100000);
    free(p);
    p = mmap(NULL, LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    use(p, LARGE);
    madvise(p, LARGE / 2, MADV_DONTNEED);
    sum += zero(p, LARGE);
    mprotect(p, LARGE, PROT_READ);
    sum += p[5];
    munmap(p, LARGE);
  }
  if (!rank)
    printf("%d\n", sum);
  MPI_Finalize();
}
