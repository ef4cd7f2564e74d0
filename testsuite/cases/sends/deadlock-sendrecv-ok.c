/* The tags match, but one of them is seconds late, and a third one later still. */
/* case: ranks=3 options="--hang-timeout=1" */
#include "hidden.h"

int main(void) {
  int value = 1, other = 0;
  begin();
  usleep((unsigned)rank * 1500000);
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % 3, 3, &other, 1, MPI_INT, (rank + 2) % 3, 3,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
