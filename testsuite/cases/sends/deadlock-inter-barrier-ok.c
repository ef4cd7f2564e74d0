/* A barrier of an inter-communicator, after a message between its groups. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm local, both;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !rank, 7, &both);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 3, both);
  } else if (rank == 2) {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, both, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
