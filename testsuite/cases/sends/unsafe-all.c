/* All ranks send to all others first, then receive from all. */
/* case: ranks=4 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  for (int i = 0; i < size; i++)
    if (i != rank)
      MPI_Send(&value, 1, MPI_INT, i, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
  for (int i = 1; i < size; i++)
    MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* site: unsafe-send */
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
