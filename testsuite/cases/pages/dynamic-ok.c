/* Attached memory is put to, got from and updated by addresses that travelled. */
/* case: levels=mpi,pages */
#include "show.h"

enum { N = 100000 };

int main(void) {
  MPI_Aint mine[2], all[4];
  MPI_Win win;
  begin();
  int *small = calloc(100, sizeof *small), *large = calloc(N, sizeof *large);
  int *data = malloc(N * sizeof *data), one = 1, sum = 0;
  for (int i = 0; i < N; i++)
    data[i] = rank + i;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, small, 100 * sizeof *small);
  MPI_Win_attach(win, large, N * sizeof *large);
  MPI_Get_address(small, &mine[0]);
  MPI_Get_address(large, &mine[1]);
  MPI_Allgather(mine, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, all[0] + 40, 1, MPI_INT, MPI_SUM, win);
  MPI_Put(data, N, MPI_INT, 1 - rank, all[2 * (1 - rank) + 1], N, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Get(data, N, MPI_INT, 1 - rank, all[2 * (1 - rank) + 1], N, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < N; i++)
    sum += data[i] - i + (large[i] - i == 1 - rank);
  MPI_Win_detach(win, small);
  show(small[10], sum);
  MPI_Win_detach(win, large);
  MPI_Win_free(&win);
  free(small);
  free(large);
  free(data);
  MPI_Finalize();
}
