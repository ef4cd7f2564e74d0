/* Exchanges the halo of blocks of a torus by derived types, between fences. */
/* case: ranks=4 */
#include "case.h"

enum { N = 6, ROW = N + 2, CELLS = ROW * ROW, STEPS = 5 };

/* A block of a torus with a halo round it: the window of each process. */
static ALIGNED double block[CELLS];
static MPI_Datatype row, column;
static int north, south, west, east;

static void neighbours(MPI_Comm *grid) {
  int shape[2] = {2, 2}, periodic[2] = {1, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 2, shape, periodic, 0, grid);
  MPI_Cart_shift(*grid, 0, 1, &north, &south);
  MPI_Cart_shift(*grid, 1, 1, &west, &east);
  MPI_Type_contiguous(N, MPI_DOUBLE, &row);
  MPI_Type_vector(N, 1, ROW, MPI_DOUBLE, &column);
  MPI_Type_commit(&row);
  MPI_Type_commit(&column);
}

/* From the edges of `edge`, a copy, to the halos of the neighbours. */
static void put_edges(const double *edge, MPI_Win win) {
  MPI_Put(&edge[ROW + 1], 1, row, north, (N + 1) * ROW + 1, 1, row, win);
  MPI_Put(&edge[N * ROW + 1], 1, row, south, 1, 1, row, win);
  MPI_Put(&edge[ROW + 1], 1, column, west, 2 * ROW - 1, 1, column, win);
  MPI_Put(&edge[ROW + N], 1, column, east, ROW, 1, column, win);
}

static void relax(double *to, const double *from) {
  for (int i = 1; i <= N; i++)
    for (int k = 1; k <= N; k++) {
      const double *c = &from[i * ROW + k];
      to[i * ROW + k] = c[0] + 0.1 * (c[-ROW] + c[ROW] + c[-1] + c[1] - 4 * c[0]);
    }
}

static void exchange(const double *edge, MPI_Win win) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put_edges(edge, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
}

int main(void) {
  double copy[CELLS], next[CELLS], sum = 0, total = 0;
  MPI_Comm grid;
  MPI_Win win;
  begin();
  neighbours(&grid);
  MPI_Win_create(block, sizeof block, sizeof *block, MPI_INFO_NULL, grid, &win);
  memset(copy, 0, sizeof copy);
  if (rank == 0)
    copy[ROW + 1] = 100;
  for (int step = 0; step < STEPS; step++) {
    exchange(copy, win);
    LOAD(next, block);
    for (int i = 1; i <= N; i++)
      memcpy(&next[i * ROW + 1], &copy[i * ROW + 1], N * sizeof *next);
    relax(copy, next);
  }
  for (int i = 1; i <= N; i++)
    for (int k = 1; k <= N; k++)
      sum += copy[i * ROW + k];
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, grid);
  if (rank == 0)
    printf("heat %.6f\n", total);
  MPI_Type_free(&row);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
