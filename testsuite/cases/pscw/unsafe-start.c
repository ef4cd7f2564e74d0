/* All ranks of a ring start their access epoch before they post. Of the two libraries only this
 * part of Open MPI 4 does not wait in MPI_Win_start. */
/* case: ranks=3 mpi=openmpi needs=!MPI_Psend_init */
#include "case.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  MPI_Group left, right;
  setenv("OMPI_MCA_osc", "pt2pt", 1);
  begin();
  MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  right = only((rank + 1) % size);
  left = only((rank + size - 1) % size);
  for (int i = 0; i < 3; i++) {
    MPI_Win_start(right, 0, win); /* expect: unsafe-start */
    MPI_Win_post(left, 0, win);   /* site: unsafe-start */
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Win_free(&win);
  MPI_Finalize();
}
