/* The root gathers with a freed datatype. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int value = 1, all[2];
  MPI_Datatype one, copy;
  begin();
  MPI_Type_contiguous(1, MPI_INT, &one);
  MPI_Type_commit(&one);
  copy = one;
  MPI_Type_free(&one);                                            /* site: handle-stale */
  MPI_Gather(&value, 1, MPI_INT, all, 1, copy, 0, MPI_COMM_SELF); /* expect: handle-stale */
  MPI_Finalize();
}
