/* Each of three ranks sends and receives at once. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, other, left, right;
  begin();
  left = (rank + 2) % 3;
  right = (rank + 1) % 3;
  MPI_Sendrecv(&value, 1, MPI_INT, right, 3, &other, 1, MPI_INT, left, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
}
