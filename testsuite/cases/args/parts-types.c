/* Each block has a datatype of its own; two of them overlap. */
#include "case.h"

int main(void) {
  int mine[4] = {0}, theirs[6] = {0}, counts[2] = {1, 1};
  int from[2] = {0, 2 * sizeof *mine}, to[2] = {0, 2 * sizeof *mine};
  MPI_Datatype every_other, types[2], pair;
  MPI_Request request;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  types[0] = types[1] = every_other;
  MPI_Alltoallw(mine, counts, from, (MPI_Datatype[]){pair, pair}, theirs, counts, to, types, /* expect: type-overlap */
                MPI_COMM_WORLD);
  MPI_Ialltoallw(mine, counts, from, (MPI_Datatype[]){pair, pair}, theirs, counts, to, types, /* expect: type-overlap */
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&every_other);
  MPI_Type_free(&pair);
  MPI_Finalize();
}
