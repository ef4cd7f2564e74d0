/* Rank 0 waits for an MPI_Win_post that rank 1 never calls. */
#include <mpi.h>

static int memory, rank;

static void access_other(MPI_Win win, MPI_Group other) {
  int value = 7;
  MPI_Win_start(other, 0, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
}

int main(int argc, char **argv) {
  int other;
  MPI_Group world, group;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &group);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0)
    access_other(win, group);
  MPI_Win_free(&win);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
