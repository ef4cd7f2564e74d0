/* Exchanges the halo of a 1-D heat equation by fences. */
/* case: ranks=3 */
#include "case.h"

#define CELLS 8

static void exchange(MPI_Win win, const double *cell) {
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&cell[1], 1, MPI_DOUBLE, left, CELLS + 1, 1, MPI_DOUBLE, win);
  MPI_Put(&cell[CELLS], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
}

int main(void) {
  double *cell, next[CELLS + 2], sum = 0, total = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate((CELLS + 2) * sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &cell, &win);
  for (int i = 0; i < CELLS + 2; i++)
    cell[i] = rank == 1 && i == 4 ? 100 : 0;
  for (int step = 0; step < 20; step++) {
    exchange(win, cell);
    for (int i = 1; i <= CELLS; i++)
      next[i] = cell[i] + 0.25 * (cell[i - 1] - 2 * cell[i] + cell[i + 1]);
    memcpy(&cell[1], &next[1], CELLS * sizeof *cell);
  }
  for (int i = 1; i <= CELLS; i++)
    sum += cell[i];
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("heat %.6f\n", total);
  MPI_Win_free(&win);
  MPI_Finalize();
}
