/* Reduces with an operation that was freed. */
/* case: status=any exit=any options="--timeout=10" */
#include "case.h"

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

int main(void) {
  int value = 1, sum;
  MPI_Op op, copy;
  begin();
  MPI_Op_create(add, 1, &op);
  copy = op;
  MPI_Op_free(&op);                                             /* site: handle-stale */
  MPI_Reduce(&value, &sum, 1, MPI_INT, copy, 0, MPI_COMM_SELF); /* expect: handle-stale */
  MPI_Finalize();
}
