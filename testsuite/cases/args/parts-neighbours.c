/* What comes from the two neighbours in a ring overlaps in the receive buffer. */
#include "case.h"

int main(void) {
  int mine[4] = {0}, theirs[4] = {0}, ring = 1;
  int counts[2] = {2, 2}, from[2] = {0, 2}, to[2] = {0, 1};
  MPI_Aint from_byte[2] = {0, 2 * sizeof *mine}, to_byte[2] = {0, 1 * sizeof *mine};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT}, near;
  MPI_Request request;
  MPI_Comm grid;
  begin();
  MPI_Type_create_resized(MPI_INT, 0, 0, &near);
  MPI_Type_commit(&near);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &ring, 0, &grid);
  MPI_Neighbor_alltoallv(mine, counts, from, MPI_INT, theirs, counts, to, MPI_INT, grid); /* expect: type-overlap */
  MPI_Neighbor_allgatherv(mine, 2, MPI_INT, theirs, counts, to, MPI_INT, grid); /* expect: type-overlap */
  MPI_Neighbor_alltoallw(mine, counts, from_byte, types, theirs, counts, to_byte, types, grid); /* expect: type-overlap */
  MPI_Neighbor_allgather(mine, 1, MPI_INT, theirs, 1, near, grid); /* expect: type-overlap */
  MPI_Ineighbor_alltoallv(mine, counts, from, MPI_INT, theirs, counts, to, MPI_INT, grid, &request); /* expect: type-overlap */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ineighbor_alltoallw(mine, counts, from_byte, types, theirs, counts, to_byte, types, grid, /* expect: type-overlap */
                          &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&near);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
