/* Rank 1 waits for a message that rank 0 sends after a broadcast, and only then takes part. */
#include "case.h"

int main(void) {
  int a = 1, b = 2;
  begin();
  if (rank == 0) {
    MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);   /* expect: unsafe-collective */
    MPI_Send(&b, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* site: unsafe-collective */
  } else {
    MPI_Recv(&b, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: unsafe-collective */
             MPI_STATUS_IGNORE);
    MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD); /* site: unsafe-collective */
  }
  MPI_Finalize();
}
