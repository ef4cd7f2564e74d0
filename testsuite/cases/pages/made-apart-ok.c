/* Windows are made on parts of an array again and again, and then one on all of it. Where
 * Fencepost has mapped those parts a second time, there is no room for the whole by then. A
 * rank stores when the put is complete. */
/* case: levels=pages */
#include <sys/mman.h>
#include "case.h"

/* What lies near the variables of a thread is not looked at: so there are pages around the
 * array. */
enum { PAGE = 4096, PAGES = 12, AROUND = 32 };

static char *memory;

/* Maps a page behind each second mapping of a part. */
static void take_room(void) {
  char line[512];
  FILE *f = fopen("/proc/self/maps", "r");
  while (f && fgets(line, sizeof line, f)) {
    unsigned long lo, hi, at = (unsigned long)memory;
    if (strstr(line, "fencepost-window") && sscanf(line, "%lx-%lx", &lo, &hi) == 2 &&
        (lo < at || lo >= at + PAGES * PAGE))
      mmap((void *)hi, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
           0);
  }
  if (f)
    fclose(f);
}

static void window(char *at, int size) {
  MPI_Win win;
  MPI_Win_create(at, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

int main(void) {
  MPI_Win win;
  begin();
  memory = mmap(NULL, (PAGES + 2 * AROUND) * PAGE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory += AROUND * PAGE;
  for (int i = 0; i < 10; i++) {
    window(memory, 2 * PAGE);
    window(memory + 6 * PAGE, 3 * PAGE);
    window(memory + 10 * PAGE, PAGE);
  }
  take_room();
  MPI_Win_create(memory, PAGES * PAGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put("put", 4, MPI_CHAR, 1, 3 * PAGE, 4, MPI_CHAR, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[3 * PAGE + 2], 1);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
