/* The function of an operation uses what a collective operation has told the process before. */
#include "case.h"

static int by;

static void factor(void) {
  by = 1;
  MPI_Bcast(&by, 1, MPI_INT, 0, MPI_COMM_SELF);
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += by * ((int *)in)[i];
  (void)type;
}

int main(void) {
  MPI_Op op;
  MPI_Request request;
  int value = 1, sum;
  begin();
  factor();
  MPI_Op_create(add, 1, &op);
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Op_free(&op);
  MPI_Finalize();
}
