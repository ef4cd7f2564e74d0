/* All ranks of a ring post before they start their access epoch. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  MPI_Group left, right;
  begin();
  MPI_Win_allocate(4 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  right = only((rank + 1) % size);
  left = only((rank + size - 1) % size);
  for (int i = 0; i < 3; i++) {
    MPI_Win_post(left, 0, win);
    MPI_Win_start(right, 0, win);
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Win_free(&win);
  MPI_Finalize();
}
