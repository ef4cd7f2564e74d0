/* Puts to different bytes through two windows on one memory, which only the separate model
 * forbids. With an argument it makes more puts than fit into a small --max-memory. */
#include <mpi.h>

enum { CELLS = 20000 };
static int memory[2 * CELLS];

static void side_by_side(MPI_Win a, MPI_Win b, int rank) {
  int v = 1;
  MPI_Win_fence(0, a);
  MPI_Win_fence(0, b);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, a);
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, b);
  }
  MPI_Win_fence(0, b);
  MPI_Win_fence(0, a);
}

static void many(MPI_Win win) {
  int v = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < CELLS; i++) {
    MPI_Put(&v, 1, MPI_INT, 1, 2 * i, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Win a, b;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &a);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &b);
  if (argc > 1 && !rank)
    many(a);
  MPI_Barrier(MPI_COMM_WORLD);
  side_by_side(a, b, rank);
  MPI_Win_free(&b);
  MPI_Win_free(&a);
  MPI_Finalize();
}
