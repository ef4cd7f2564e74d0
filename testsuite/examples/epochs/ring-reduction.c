/* A sum along a ring, open at the last process: each puts what it has gathered into the window
 * of the next one, which exposes it with MPI_Win_post and reads it after MPI_Win_wait. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size;
  /* On 16 bytes: MPICH 4.0 with UCX writes beside a window that begins elsewhere. */
  _Alignas(16) int slot = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group world, previous, next;
  MPI_Comm_group(MPI_COMM_WORLD, &world);

  MPI_Win win;
  MPI_Win_create(&slot, sizeof slot, sizeof slot, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_name(win, "slot");
  int total = rank + 1;
  if (rank > 0) {
    MPI_Group_incl(world, 1, (int[]){rank - 1}, &previous);
    MPI_Win_post(previous, 0, win);
    MPI_Win_wait(win);
    total += slot;
    MPI_Group_free(&previous);
  }
  if (rank + 1 < size) {
    MPI_Group_incl(world, 1, (int[]){rank + 1}, &next);
    MPI_Win_start(next, 0, win);
    MPI_Put(&total, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Group_free(&next);
  } else {
    printf("sum: %d\n", total);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
