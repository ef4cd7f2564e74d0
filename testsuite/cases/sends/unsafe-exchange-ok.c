/* The message of MPI_Sendrecv is received before a send to the same process; and a ring of such
 * calls. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  if (rank == 0) {
    MPI_Sendrecv(&value, 1, MPI_INT, 1, 3, &other, 1, MPI_INT, 2, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
  }
  for (int i = 0; i < 20; i++)
    MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, 3, &other, 1, MPI_INT,
                 (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
