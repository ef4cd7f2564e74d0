/* The function of an operation, which is called while a nonblocking reduction is waited for,
 * calls another function, and that takes part in a collective operation. */
#include "case.h"

static int factor(void) {
  int value = 1;
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_SELF); /* expect: call-in-operation */
  return value;
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  int by = factor();
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += by * ((int *)in)[i];
  (void)type;
}

int main(void) {
  MPI_Op op;
  MPI_Request request;
  int value = 1, sum;
  begin();
  MPI_Op_create(add, 1, &op); /* site: call-in-operation */
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Op_free(&op);
  MPI_Finalize();
}
