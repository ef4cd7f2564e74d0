/* An operation and a datatype are freed while a reduction with them is under way; its function
 * is given the datatype. */
#include "case.h"

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  MPI_Aint lb, extent;
  MPI_Type_get_extent(*type, &lb, &extent);
  for (int i = 0; i < *n * (int)extent / (int)sizeof(int); i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

int main(void) {
  int value[3] = {1, 2, 3}, sum[3];
  MPI_Datatype triple;
  MPI_Op op;
  MPI_Request request;
  begin();
  for (int i = 0; i < 5; i++) {
    MPI_Op_create(add, 1, &op);
    MPI_Type_contiguous(3, MPI_INT, &triple);
    MPI_Type_commit(&triple);
    MPI_Iallreduce(value, sum, 1, triple, op, MPI_COMM_WORLD, &request);
    MPI_Op_free(&op);
    MPI_Type_free(&triple);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  printf("%d %d %d\n", sum[0], sum[1], sum[2]);
  MPI_Finalize();
}
