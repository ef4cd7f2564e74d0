/* Both ranks probe in a loop for a message that the other one sends after its loop. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value, flag = 0;
  MPI_Message m;
  begin();
  while (!flag)
    if (rank)
      MPI_Improbe(0, 3, MPI_COMM_WORLD, &flag, &m, MPI_STATUS_IGNORE); /* site: deadlock */
    else
      MPI_Iprobe(1, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); /* expect: deadlock */
  MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  if (rank)
    MPI_Mrecv(&value, 1, MPI_INT, &m, MPI_STATUS_IGNORE);
  else
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
