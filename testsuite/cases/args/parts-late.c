/* After many other collective calls, and many gathers whose blocks lie apart in any order, the
 * blocks of one overlap. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int mine[2] = {0}, all[6], counts[3] = {2, 2, 2}, at[3] = {2, 4, 0};
  begin();
  for (int i = 0; i < 300; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 100; i++)
    MPI_Allgatherv(mine, 2, MPI_INT, all, counts, at, MPI_INT, MPI_COMM_WORLD);
  at[1] = 3;
  MPI_Allgatherv(mine, 2, MPI_INT, all, counts, at, MPI_INT, MPI_COMM_WORLD); /* expect: type-overlap */
  MPI_Finalize();
}
