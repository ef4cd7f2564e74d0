/* The same with a datatype that is committed. */
/* case: ranks=1 */
#include "case.h"

int main(void) {
  int n;
  MPI_Aint room;
  MPI_Datatype gaps;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
  MPI_Type_commit(&gaps);
  MPI_Pack_size(1, gaps, MPI_COMM_SELF, &n);
  MPI_Pack_external_size((char *)"external32", 1, gaps, &room);
  MPI_Type_free(&gaps);
  MPI_Finalize();
}
