/* A sum along a 2-tree: processes 2p + 1 and 2p + 2 put what they have gathered into the two
 * slots of process p, which exposes them with MPI_Win_post and reads them after MPI_Win_wait.
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size;
  /* On 16 bytes: MPICH 4.0 with UCX writes beside a window that begins elsewhere. */
  _Alignas(16) int slots[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group world, children, parent;
  MPI_Comm_group(MPI_COMM_WORLD, &world);

  MPI_Win win;
  MPI_Win_create(slots, sizeof slots, sizeof slots[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_name(win, "slots");
  int total = rank + 1;
  int first = 2 * rank + 1, count = first >= size ? 0 : first + 1 == size ? 1 : 2;
  if (count > 0) {
    MPI_Group_incl(world, count, (int[]){first, first + 1}, &children);
    MPI_Win_post(children, 0, win);
    MPI_Win_wait(win);
    for (int i = 0; i < count; i++)
      total += slots[i];
    MPI_Group_free(&children);
  }
  if (rank > 0) {
    MPI_Group_incl(world, 1, (int[]){(rank - 1) / 2}, &parent);
    MPI_Win_start(parent, 0, win);
    MPI_Put(&total, 1, MPI_INT, (rank - 1) / 2, (rank - 1) % 2, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Group_free(&parent);
  } else {
    printf("sum: %d\n", total);
  }
  MPI_Win_free(&win);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
