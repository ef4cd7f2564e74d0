/* Some datatype of MPI_Alltoallw is MPI_DATATYPE_NULL. */
#include "case.h"

int main(void) {
  int value[4] = {0}, got[8], counts[] = {1, 1}, from[] = {0, 8}, to[] = {0, 16};
  MPI_Datatype own, plain[] = {MPI_INT, MPI_INT}, types[] = {MPI_INT, MPI_INT};
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  own = MPI_DATATYPE_NULL;
  types[1] = own;
  MPI_Alltoallw(value, counts, from, types, got, /* expect: type-null */
                counts, to, plain, MPI_COMM_WORLD);
  MPI_Finalize();
}
