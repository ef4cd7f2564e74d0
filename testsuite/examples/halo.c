/* A 1-D heat equation, its halo exchanged by one-sided communication.
 *
 * Four processes share 100 cells: 24, 24, 24 and 28. Each puts its outermost cells into the
 * neighbours' halos. No heat leaves the rod, so the sum must stay 100; it does not.
 *
 * The mistake: the right halo of the left neighbour stands behind that neighbour's cells, but
 * the displacement is computed from the number of this process's own cells. Where this process
 * has more cells than its neighbour, the put goes past the end of the neighbour's window, and
 * no MPI library says a word. `fencepost run` names the line.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define CELLS 100
#define STEPS 100

static int rank, size;

/* An even number each, the rest to the last. */
static int cells_of(int process) {
  int even = CELLS / size / 2 * 2;
  return process < size - 1 ? even : CELLS - even * (size - 1);
}

static void exchange(MPI_Win win, const double *heat) {
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  int mine = cells_of(rank);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&heat[1], 1, MPI_DOUBLE, left, mine + 1, 1, MPI_DOUBLE, win);
  MPI_Put(&heat[mine], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static double total(const double *heat) {
  double part = 0, sum = 0;
  for (int i = 1; i <= cells_of(rank); i++)
    part += heat[i];
  MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return sum;
}

int main(int argc, char **argv) {
  double *heat, next[CELLS + 2], sum;
  MPI_Win win;
  int mine;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = cells_of(rank);
  MPI_Win_allocate((mine + 2) * sizeof *heat, sizeof *heat, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &heat, &win);
  memset(heat, 0, (mine + 2) * sizeof *heat);
  if (rank == size - 1)
    heat[6] = 100;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < STEPS; step++) {
    exchange(win, heat);
    if (rank == 0)
      heat[0] = heat[1]; /* the ends of the rod are insulated */
    if (rank == size - 1)
      heat[mine + 1] = heat[mine];
    for (int i = 1; i <= mine; i++)
      next[i] = heat[i] + 0.25 * (heat[i - 1] - 2 * heat[i] + heat[i + 1]);
    memcpy(&heat[1], &next[1], mine * sizeof *heat);
  }
  sum = total(heat);
  if (rank == 0)
    printf("heat after %d steps: %.3f of 100\n", STEPS, sum);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
