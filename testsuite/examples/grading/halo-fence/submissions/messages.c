#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, steps = argc > 1 ? atoi(argv[1]) : 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *cell, next[N + 2];
  MPI_Win win;
  MPI_Win_allocate((N + 2) * sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell,
                   &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < N + 2; i++)
    cell[i] = rank + 1;
  for (int step = 0; step < steps; step++) {
    MPI_Win_fence(0, win);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&cell[1], 1, MPI_DOUBLE, left, 0, &cell[N + 1], 1, MPI_DOUBLE, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&cell[N], 1, MPI_DOUBLE, right, 0, &cell[0], 1, MPI_DOUBLE, left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    for (int i = 1; i <= N; i++)
      next[i] = (cell[i - 1] + cell[i] + cell[i + 1]) / 3;
    for (int i = 1; i <= N; i++)
      cell[i] = next[i];
  }
  double sum = 0;
  for (int i = 1; i <= N; i++)
    sum += cell[i];
  printf("rank %d: sum %f\n", rank, sum);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
