/* Rank 1 takes part in the broadcast before it waits for a message that rank 0 sends after it.
 */
#include "case.h"

int main(void) {
  int a = 1, b = 2;
  begin();
  for (int i = 0; i < 40; i++)
    if (rank == 0) {
      MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Send(&b, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
      MPI_Recv(&b, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Recv(&b, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&b, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
  MPI_Finalize();
}
