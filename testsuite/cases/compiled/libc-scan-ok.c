/* Functions of the scanf family store to a window when another process has got from it. */
/* case: levels=compiled,pages */
#define _GNU_SOURCE
#include "case.h"
#include <wchar.h>

#define PLACE(i) (memory + 64 * (i))

static char line[1024], *memory;
static MPI_Win win;
static FILE *file;
static volatile int done;

static void get(void) {
  MPI_Get(line + 0, 64, MPI_CHAR, 1, 0, 64, MPI_CHAR, win);
  MPI_Get(line + 64, 64, MPI_CHAR, 1, 64, 64, MPI_CHAR, win);
  MPI_Get(line + 128, 64, MPI_CHAR, 1, 128, 64, MPI_CHAR, win);
  MPI_Get(line + 192, 64, MPI_CHAR, 1, 192, 64, MPI_CHAR, win);
  MPI_Get(line + 256, 64, MPI_CHAR, 1, 256, 64, MPI_CHAR, win);
  MPI_Get(line + 320, 64, MPI_CHAR, 1, 320, 64, MPI_CHAR, win);
  MPI_Get(line + 384, 64, MPI_CHAR, 1, 384, 64, MPI_CHAR, win);
}

static void store(void) {
  done += sscanf("3.5", "%lf", (double *)PLACE(0));
  done += sscanf("7", "%d", (int *)PLACE(1));
  done += sscanf("word", "%60s", PLACE(2));
  done += sscanf("1 a", "%*d %c", PLACE(3));
  done += sscanf("12", "%d%n", &(int){0}, (int *)PLACE(4));
  done += swscanf(L"x=5", L"x=%hd", (short *)PLACE(5));
  done += fscanf(file, "%ld", (long *)PLACE(6));
}

int main(void) {
  begin();
  file = fmemopen((char[]){"123"}, 3, "r");
  MPI_Win_allocate(448, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 448; i++)
    memory[i] = 'a';
  MPI_Win_fence(0, win);
  if (rank == 0)
    get();
  MPI_Win_fence(0, win);
  if (rank == 1)
    store();
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
