/* One of those that any message may come from works for long: nobody waits in vain yet. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "hidden.h"

int main(void) {
  int value[2], index;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&value[i], 1, MPI_INT, i + 1, 3, MPI_COMM_WORLD, &request[i]);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&value[0], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    sleep(30);
  }
  MPI_Finalize();
}
