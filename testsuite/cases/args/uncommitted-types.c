/* One of the datatypes by process that MPI_Alltoallw sends is not committed. */
#include "case.h"

int main(void) {
  int value[4] = {0}, got[8], counts[] = {1, 1}, from[] = {0, 8}, to[] = {0, 16};
  MPI_Datatype own, plain[] = {MPI_INT, MPI_INT}, types[] = {MPI_INT, MPI_INT};
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Type_contiguous(1, MPI_INT, &own);
  types[1] = own;
  MPI_Alltoallw(value, counts, from, types, got, /* expect: type-uncommitted */
                counts, to, plain, MPI_COMM_WORLD);
  MPI_Type_free(&own);
  MPI_Finalize();
}
