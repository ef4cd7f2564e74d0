/* The target posts, then receives the message that the origin sends in its access epoch; and the
 * answer to the end of the epoch comes after it. */
#include "case.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  MPI_Group other;
  begin();
  MPI_Win_allocate(4 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  other = only(!rank);
  for (int i = 0; i < 3; i++)
    if (rank == 0) {
      MPI_Win_start(other, 0, win);
      MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
      MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Win_post(other, 0, win);
      MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_wait(win);
      MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
