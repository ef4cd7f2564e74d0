/* How much room data needs when it is packed, of a datatype that is not committed. Open MPI
 * does not come back from the second call and crashes in the first. */
/* case: ranks=1 mpi=mpich */
#include "case.h"

int main(void) {
  int n;
  MPI_Aint room;
  MPI_Datatype gaps;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
  MPI_Pack_size(1, gaps, MPI_COMM_SELF, &n);                    /* expect: type-uncommitted */
  MPI_Pack_external_size((char *)"external32", 1, gaps, &room); /* expect: type-uncommitted */
  MPI_Type_free(&gaps);
  MPI_Finalize();
}
