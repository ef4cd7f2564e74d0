/* Hundreds of windows are made on blocks of the heap of many sizes. In between the program does
 * with this memory what may be done with any. */
/* case: levels=mpi,pages */
#include <sys/wait.h>
#include <unistd.h>
#include "show.h"

enum { ROUNDS = 400, HELD = 7 };

static long sum;

/* The blocks differ in size, and some are held for a while: so windows come to lie across the
 * memory of earlier ones. */
static void window(int round) {
  static int *held[HELD];
  int n = 40 + round * 37 % 6000, v = round, **block = &held[round % HELD];
  MPI_Win win;
  free(*block);
  *block = calloc((size_t)n, sizeof **block);
  MPI_Win_create(*block, n * (MPI_Aint)sizeof **block, sizeof **block, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, n - 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE((*block)[n - 3], (*block)[n - 3] + 7);
  MPI_Win_fence(0, win);
  sum += (*block)[n - 3] + (*block)[n - 4];
  MPI_Win_free(&win);
}

/* The child has its own copy. */
static void child(void) {
  int status = 0, *block = calloc(3000, sizeof *block);
  pid_t pid = fork();
  if (!pid) {
    for (int i = 0; i < 3000; i++)
      block[i] = 9;
    _exit(block[2999] + 1);
  }
  waitpid(pid, &status, 0);
  sum += WEXITSTATUS(status) + block[2999];
  free(block);
}

/* Returns how many pieces of memory are mapped twice. */
static int twice(void) {
  char line[512];
  int count = 0;
  FILE *f = fopen("/proc/self/maps", "r");
  while (f && fgets(line, sizeof line, f))
    count += strstr(line, "fencepost-window") != NULL;
  if (f)
    fclose(f);
  return count;
}

int main(void) {
  begin();
  for (int round = 0; round < ROUNDS; round++) {
    window(round);
    if (round % 50 == 49)
      child();
  }
  show((int)sum, 0);
  /* Some time after the last window the memory is what it was before the first. */
  usleep(1200000);
  MPI_Barrier(MPI_COMM_WORLD);
  show(twice(), 0);
  MPI_Finalize();
}
