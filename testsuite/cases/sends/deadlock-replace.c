/* Three ranks send along a ring; one of them receives with another tag. */
/* case: ranks=3 options="--timeout=5" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Sendrecv_replace(&value, 1, MPI_INT, 1, 3, 2, 4, /* expect: deadlock */
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % 3, 3, rank - 1, 3, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
  MPI_Finalize();
}
