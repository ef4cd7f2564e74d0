/* They post before they start. */
#include "case.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  MPI_Group other;
  begin();
  MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  other = only(!rank);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Put(&value, 1, MPI_INT, !rank, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
