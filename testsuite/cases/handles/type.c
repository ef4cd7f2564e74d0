/* Sends with a copy of the handle of a freed datatype. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int values[9] = {0};
  MPI_Datatype column, copy;
  begin();
  MPI_Type_vector(3, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  copy = column;
  MPI_Type_free(&column); /* site: handle-stale */
  if (rank == 0)
    MPI_Send(values, 1, copy, MPI_PROC_NULL, 3, MPI_COMM_WORLD); /* expect: handle-stale */
  MPI_Finalize();
}
