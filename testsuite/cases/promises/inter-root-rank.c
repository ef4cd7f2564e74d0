/* The last rank is alone in a group of an inter-communicator and broadcasts, but passes its
 * rank. */
/* case: ranks=3 options="--timeout=8" status=any exit=any timeout=40 */
#include "case.h"

int main(void) {
  int x = 0, alone;
  MPI_Comm part, inter;
  begin();
  alone = rank == size - 1;
  MPI_Comm_split(MPI_COMM_WORLD, alone, rank, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, alone ? 0 : size - 1, 3, &inter);
  if (alone)
    MPI_Bcast(&x, 1, MPI_INT, 0, inter); /* expect: collective-root */
  else
    MPI_Bcast(&x, 1, MPI_INT, 0, inter); /* site: collective-root */
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);
  MPI_Finalize();
}
