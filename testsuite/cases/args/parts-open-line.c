/* The two blocks of the process in the middle of a line overlap. Those at the ends have one
 * neighbour each. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int mine[4] = {0}, theirs[4] = {0}, open = 0, counts[2] = {2, 2}, from[2] = {0, 2};
  int to[2] = {0, 1};
  MPI_Datatype near;
  MPI_Comm grid;
  begin();
  MPI_Type_create_resized(MPI_INT, 0, 0, &near);
  MPI_Type_commit(&near);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 0, &grid);
  MPI_Neighbor_alltoallv(mine, counts, from, MPI_INT, theirs, counts, to, MPI_INT, grid); /* expect: type-overlap */
  MPI_Neighbor_alltoall(mine, 1, MPI_INT, theirs, 1, near, grid); /* expect: type-overlap */
  MPI_Type_free(&near);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
