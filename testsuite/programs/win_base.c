/* win_base HOW: rank 0 puts a number into the last rank's window. Nothing is wrong with this. The
 * last rank prints whether MPI_WIN_BASE is the address of its window. HOW:
 * allocate   the windows are of 4 bytes, and the library chooses where they are;
 * create     the window of the last rank begins behind a handle, at no multiple of 16 bytes;
 * aligned    the same at a multiple of 16 bytes. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static struct {
  _Alignas(16) MPI_Comm handle; /* where a library puts the number that misses the window */
  char room[64];
} memory;

int main(int argc, char **argv) {
  MPI_Win win;
  int rank, size, flag = 0, number = 7, *base = NULL;
  void *library = NULL;
  const char *how = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int last = rank == size - 1;
  MPI_Comm_dup(MPI_COMM_SELF, &memory.handle);
  if (!strcmp(how, "allocate")) {
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  } else {
    base = (int *)(void *)(!strcmp(how, "create") && last ? memory.room : (char *)&memory + 16);
    MPI_Win_create(base, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  }
  MPI_Win_get_attr(win, MPI_WIN_BASE, &library, &flag);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&number, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (last)
    puts(flag && library == base ? "placed" : "displaced");
  fflush(stdout);
  MPI_Win_free(&win);
  MPI_Comm_free(&memory.handle);
  MPI_Finalize();
  return 0;
}
