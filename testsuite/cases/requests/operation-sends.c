/* The function of a reduction operation sends and receives a message. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  int out = 1, got = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, /* expect: call-in-operation */
               MPI_COMM_SELF, MPI_STATUS_IGNORE);
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += got * ((int *)in)[i];
  (void)type;
}

int main(void) {
  MPI_Op op;
  int value = 1, sum;
  begin();
  MPI_Op_create(add, 1, &op); /* site: call-in-operation */
  MPI_Allreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Finalize();
}
