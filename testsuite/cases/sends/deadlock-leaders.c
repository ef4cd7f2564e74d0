/* The leader of one group waits in MPI_Intercomm_create for that of the other, which waits for
 * a message from it. */
/* case: ranks=3 options="--timeout=7" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Comm local, both;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, // expect: deadlock
             MPI_STATUS_IGNORE);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !rank, 7, &both); /* site: deadlock */
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
