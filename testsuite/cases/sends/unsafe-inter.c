/* Head to head over an inter-communicator, with another message before. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Comm own, inter;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - rank, 9, &inter);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 0, 1, inter);
  else
    MPI_Recv(&other, 1, MPI_INT, 0, 1, inter, MPI_STATUS_IGNORE);
  MPI_Send(&value, 1, MPI_INT, 0, 3, inter);                    /* expect: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, 0, 3, inter, MPI_STATUS_IGNORE); /* site: unsafe-send */
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own);
  MPI_Finalize();
}
