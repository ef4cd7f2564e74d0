/* One is seconds away from what the other one waits for when the run is ended. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "hidden.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 1)
    sleep(20);
  MPI_Sendrecv_replace(&value, 1, MPI_INT, !rank, 3, !rank, 3, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  MPI_Finalize();
}
