/* Over an inter-communicator one group receives first. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Comm own, inter;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank, 9, &inter);
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 0, 3, inter);
  MPI_Recv(&other, 1, MPI_INT, 0, 3, inter, MPI_STATUS_IGNORE);
  if (rank == 1)
    MPI_Ssend(&value, 1, MPI_INT, 0, 3, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own);
  MPI_Finalize();
}
