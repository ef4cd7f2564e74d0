/* A rank comes to MPI_Intercomm_merge, and another one to MPI_Comm_dup, long after the others.
 */
/* case: ranks=3 options="--timeout=20 --hang-timeout=1" timeout=60 */
#include "case.h"

#include <unistd.h>

int main(void) {
  MPI_Comm local, both, merged, twin;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, !rank, 7, &both);
  if (rank == 2)
    sleep(5);
  MPI_Intercomm_merge(both, rank > 0, &merged);
  if (rank == 0)
    sleep(5);
  MPI_Comm_dup(both, &twin);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&both);
  MPI_Comm_free(&local);
  MPI_Finalize();
}
