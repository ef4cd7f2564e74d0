/* A freed datatype among those of MPI_Alltoallw. The call may end the program. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int value = 0, got[2], ones[] = {1, 1}, at[] = {0, 20};
  MPI_Datatype one, parts[2] = {MPI_INT, MPI_INT};
  begin();
  MPI_Type_contiguous(1, MPI_INT, &one);
  MPI_Type_commit(&one);
  parts[rank] = one;
  MPI_Type_free(&one); /* site: handle-stale */
  if (!rank)
    MPI_Alltoallw(&value, ones, at, parts, got, ones, at, parts, /* expect: handle-stale */
                  MPI_COMM_SELF);
  MPI_Finalize();
}
