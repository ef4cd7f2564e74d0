/* A freed datatype among those of a struct and of MPI_Alltoallw. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  int value = 0, got[2], ones[] = {1, 1}, at[] = {0, 20};
  MPI_Aint places[] = {0, 20};
  MPI_Datatype one, whole = MPI_DATATYPE_NULL, parts[2] = {MPI_INT, MPI_INT};
  begin();
  MPI_Type_contiguous(1, MPI_INT, &one);
  MPI_Type_commit(&one);
  parts[rank] = one;
  MPI_Type_free(&one); /* site: handle-stale */ /* site: handle-stale */
  if (rank)
    MPI_Type_create_struct(2, ones, places, parts, &whole); /* expect: handle-stale */
  if (rank) /* the other one's call may end both */
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!rank)
    MPI_Alltoallw(&value, ones, at, parts, got, ones, at, parts, /* expect: handle-stale */
                  MPI_COMM_SELF);
  if (whole != MPI_DATATYPE_NULL)
    MPI_Type_free(&whole);
  MPI_Finalize();
}
