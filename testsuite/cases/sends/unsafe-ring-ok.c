/* One rank of the ring receives first; in the shift after it the last rank sends nothing. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  for (int i = 0; i < 3; i++) {
    if (rank)
      MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, (rank + 2) % size, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!rank)
      MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD);
  }
  for (int i = 0; i < 3; i++) {
    if (rank + 1 < size)
      MPI_Send(&value, 1, MPI_INT, rank + 1, i, MPI_COMM_WORLD);
    if (rank)
      MPI_Recv(&other, 1, MPI_INT, rank - 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
