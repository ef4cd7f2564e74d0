/* The two ranks use post, start, complete and wait; then rank 1 puts outside an epoch. */
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 1, *memory;
  MPI_Win win;
  MPI_Group all, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, 1, &(int){1 - rank}, &other);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  if (rank == 1)
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
