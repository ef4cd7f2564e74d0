/* Every rank of a ring sends to its right before it receives from its left. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  int right = (rank + 1) % size, left = (rank + 2) % size;
  for (int i = 0; i < 3; i++) {
    MPI_Send(&value, 1, MPI_INT, right, i, MPI_COMM_WORLD); /* expect: unsafe-send */
    MPI_Recv(&other, 1, MPI_INT, left, i, MPI_COMM_WORLD,   /* site: unsafe-send */
             MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
