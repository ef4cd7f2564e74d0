/* double-buffer N: each rank sends to its right neighbour N times. While one buffer is received, the
 * other one is used: two windows in turn, with post, start, complete and wait. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 8 };

static MPI_Group only(int member) {
  MPI_Group world, one;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &member, &one);
  MPI_Group_free(&world);
  return one;
}

int main(int argc, char **argv) {
  int rank, size, n = argc > 1 ? atoi(argv[1]) : 1, out[CELLS], *buffer[2], sum = 0;
  MPI_Win win[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Group to = only(right), from = only(left);
  for (int b = 0; b < 2; b++)
    MPI_Win_allocate(sizeof out, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &buffer[b], &win[b]);
  MPI_Win_set_name(win[0], "even");
  MPI_Win_set_name(win[1], "odd");
  MPI_Win_post(from, 0, win[0]);
  for (int i = 0; i < n; i++) {
    int now = i % 2, next = !now;
    for (int k = 0; k < CELLS; k++)
      out[k] = rank + i;
    if (i + 1 < n)
      MPI_Win_post(from, 0, win[next]);
    MPI_Win_start(to, 0, win[now]);
    MPI_Put(out, CELLS, MPI_INT, right, 0, CELLS, MPI_INT, win[now]);
    MPI_Win_complete(win[now]);
    MPI_Win_wait(win[now]);
    for (int k = 0; k < CELLS; k++)
      sum += buffer[now][k];
  }
  printf("rank %d: %s\n", rank, sum == CELLS * (n * left + n * (n - 1) / 2) ? "right" : "wrong");
  for (int b = 0; b < 2; b++)
    MPI_Win_free(&win[b]);
  MPI_Group_free(&to);
  MPI_Group_free(&from);
  MPI_Finalize();
  return 0;
}
