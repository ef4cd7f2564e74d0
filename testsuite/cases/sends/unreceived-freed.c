/* A small message that nobody receives, on a communicator that is freed. MPICH 4.2 may end the program then. */
/* case: mpi=openmpi */
#include "case.h"

int main(void) {
  int value = 7;
  MPI_Comm other;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 7, other); /* expect: message-unreceived */
  MPI_Comm_free(&other);
  MPI_Finalize();
}
