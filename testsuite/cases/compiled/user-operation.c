/* The program runs the function of its operation itself, on a buffer of the reduction. */
/* case: levels=compiled */
#include "case.h"

static void larger(void *in, void *inout, int *n, MPI_Datatype *type) {
  int *a = in, *b = inout;
  (void)type;
  for (int i = 0; i < *n; i++)
    b[i] = a[i] > b[i] ? a[i] : b[i]; /* expect: buffer-race */ /* expect: buffer-race */
}

int main(void) {
  int mine[4], all[4];
  MPI_Op op;
  MPI_Request request;
  int n = 4;
  MPI_Datatype type = MPI_INT;
  begin();
  for (int i = 0; i < 4; i++)
    mine[i] = rank + i;
  MPI_Op_create(larger, 1, &op);
  MPI_Allreduce(mine, all, 4, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Iallreduce(mine, all, 4, MPI_INT, op, MPI_COMM_WORLD, /* site: buffer-race */
                 &request);
  larger(mine, all, &n, &type);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Op_free(&op);
  MPI_Finalize();
}
