/* Small messages that nobody receives: one with a tag of its own, and the last of several. */
/* case: ranks=3 exit-mpich=any */
/* MPICH 4.2 ends in MPI_Finalize with status 9 in some of the runs, by itself, too. */
#include "case.h"

int main(void) {
  int value = rank;
  begin();
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD); /* expect: message-unreceived */
    for (int i = 0; i < 4; i++)
      MPI_Send(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD); /* expect: message-unreceived */
  } else if (rank == 1) {
    for (int i = 0; i < 3; i++)
      MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
