/* Makes mistakes at all ranks: some are the same at several ranks, some findings name calls of
 * other ranks. With a number as argument each rank makes so many different mistakes. */
#include <mpi.h>
#include <stdlib.h>

static int x;

static void outside(MPI_Win win, int i) {
  if (i % 2)
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  else
    MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
}

/* The bits of `way` choose the calls, so that each value has another stack. */
static void deep(MPI_Win win, int way) {
  if (way <= 1)
    outside(win, 0);
  else if (way % 2)
    deep(win, way / 2);
  else
    deep(win, way / 2);
}

int main(int argc, char **argv) {
  int rank, size, *base;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_set_name(win, "halo");
  for (int i = 0; i < 3 + rank; i++)
    outside(win, i);
  for (int i = 0; argc > 1 && i < atoi(argv[1]); i++)
    deep(win, i + 1);
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank)
    MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  else
    MPI_Get(base, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
