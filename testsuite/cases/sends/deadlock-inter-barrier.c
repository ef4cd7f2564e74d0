/* A barrier of an inter-communicator, in which a rank of the other group waits for a message
 * that is sent after it. */
/* case: ranks=3 options="--timeout=7" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm local, both;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !rank, 7, &both);
  if (rank == 2)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, both, MPI_STATUS_IGNORE); /* site: deadlock */
  MPI_Barrier(both);                                             /* expect: deadlock */
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
