/* The last rank is alone in a group of an inter-communicator and broadcasts. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int x = 0, alone;
  MPI_Comm part, inter;
  begin();
  alone = rank == size - 1;
  MPI_Comm_split(MPI_COMM_WORLD, alone, rank, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, alone ? 0 : size - 1, 3, &inter);
  if (alone)
    MPI_Bcast(&x, 1, MPI_INT, MPI_ROOT, inter);
  else
    MPI_Bcast(&x, 1, MPI_INT, 0, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);
  MPI_Finalize();
}
