/* The same, but the message is sent before. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm local, both, twin;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !rank, 7, &both);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 1, 3, local);
  if (rank == 2)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, local, MPI_STATUS_IGNORE);
  MPI_Comm_dup(both, &twin);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
