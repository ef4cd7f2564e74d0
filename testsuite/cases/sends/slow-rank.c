/* A rank works for long while the other one waits: nothing is wrong, though the run is
 * ended. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "hidden.h"

int main(void) {
  int value;
  begin();
  hidden_begin();
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    sleep(20);
  MPI_Finalize();
}
