/* A freed datatype among those of a struct. The call may end the program. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int ones[] = {1, 1};
  MPI_Aint places[] = {0, 20};
  MPI_Datatype one, whole = MPI_DATATYPE_NULL, parts[2] = {MPI_INT, MPI_INT};
  begin();
  MPI_Type_contiguous(1, MPI_INT, &one);
  MPI_Type_commit(&one);
  parts[rank] = one;
  MPI_Type_free(&one); /* site: handle-stale */
  if (rank)
    MPI_Type_create_struct(2, ones, places, parts, &whole); /* expect: handle-stale */
  if (whole != MPI_DATATYPE_NULL)
    MPI_Type_free(&whole);
  MPI_Finalize();
}
