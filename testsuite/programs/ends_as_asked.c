/* Ends as its argument says: wrong (after a mistake), code (with 3 after MPI_Finalize), exit, abort,
 * signal (at rank 1, before it), fine. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank, size, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char *how = argc > 1 ? argv[1] : "fine";
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (!strcmp(how, "wrong"))
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1 && !strcmp(how, "exit"))
    exit(3);
  if (rank == 1 && !strcmp(how, "abort"))
    MPI_Abort(MPI_COMM_WORLD, 3);
  if (rank == 1 && !strcmp(how, "signal")) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  if (!rank)
    printf("%d ranks\n", size);
  return strcmp(how, "code") ? 0 : 3;
}
