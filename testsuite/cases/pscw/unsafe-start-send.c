/* The target posts only after a message that the origin sends in its access epoch. */
/* case: mpi=openmpi needs=!MPI_Psend_init */
#include "case.h"

int main(void) {
  int *base, value = 1;
  MPI_Win win;
  MPI_Group other;
  setenv("OMPI_MCA_osc", "pt2pt", 1);
  begin();
  MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  other = only(!rank);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);                      /* expect: unsafe-start */
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* site: unsafe-start */
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: unsafe-start */
    MPI_Win_post(other, 0, win); /* site: unsafe-start */
    MPI_Win_wait(win);
  }
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
