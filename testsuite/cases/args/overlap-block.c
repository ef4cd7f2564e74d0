/* The items of one block of a receive buffer overlap, because the datatype has too small an extent;
 * the blocks lie apart. */
#include "case.h"

int main(void) {
  int mine[4] = {0}, memory[32] = {0}, counts[2] = {1, 2}, displs[2] = {0, 8};
  MPI_Datatype pair, near;
  MPI_Request request;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 2 * sizeof *memory, &near);
  MPI_Type_commit(&near);
  MPI_Allgatherv(mine, 2 * counts[rank], MPI_INT, memory, counts, displs, near, MPI_COMM_WORLD); /* expect: type-overlap */
  MPI_Gatherv(mine, 2 * counts[rank], MPI_INT, memory, rank ? NULL : counts, displs, near, 0, MPI_COMM_WORLD); /* expect: type-overlap */
  MPI_Ialltoallv(mine, (int[]){2, 2}, (int[]){0, 2}, MPI_INT, memory, (int[]){1, 1}, displs, near, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&pair);
  MPI_Type_free(&near);
  MPI_Finalize();
}
