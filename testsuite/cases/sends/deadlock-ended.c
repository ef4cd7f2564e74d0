/* A rank waits for a message of one that has come to its end. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, /* expect: deadlock */
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
