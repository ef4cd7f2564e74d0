/* Nothing goes where the datatype is not committed: Open MPI does not allow that, and MPICH
 * does. */
/* case: mpi=mpich */
#include "case.h"

int main(void) {
  int value[4] = {0}, got[8], counts[] = {1, 0}, from[] = {0, 8}, to[] = {0, 16};
  MPI_Datatype own, types[] = {MPI_INT, MPI_INT};
  begin();
  MPI_Type_contiguous(1, MPI_INT, &own);
  types[1] = own;
  if (rank == 0)
    MPI_Alltoallw(value, counts, from, types, got, counts, to, types, MPI_COMM_WORLD);
  else
    MPI_Alltoallw(value, (int[]){0, 0}, from, types, got, (int[]){0, 0}, to, types,
                  MPI_COMM_WORLD);
  MPI_Type_free(&own);
  MPI_Finalize();
}
