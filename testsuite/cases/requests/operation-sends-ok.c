/* The function of a reduction operation makes a call that does not communicate. The program
 * calls the function itself, too, from a function that MPI calls for an attribute, and that may
 * communicate. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

static int sends;

static void add(void *in, void *inout, int *n, MPI_Datatype *type) {
  MPI_Aint low, extent;
  int out = 1, got = 1;
  MPI_Type_get_extent(*type, &low, &extent);
  if (sends)
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
  for (int i = 0; i < *n; i++)
    ((int *)inout)[i] += got * ((int *)in)[i];
}

static int deleted(MPI_Comm comm, int key, void *value, void *extra) {
  int n = 1, in = 2;
  MPI_Datatype type = MPI_INT;
  sends = 1;
  add(&in, value, &n, &type);
  sends = 0;
  MPI_Barrier(MPI_COMM_SELF);
  (void)comm;
  (void)key;
  (void)extra;
  return MPI_SUCCESS;
}

int main(void) {
  MPI_Op op;
  int value = 1, sum, key;
  begin();
  MPI_Op_create(add, 1, &op);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &sum);
  MPI_Allreduce(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  if (!rank)
    printf("%d\n", sum);
  MPI_Comm_free_keyval(&key);
  MPI_Op_free(&op);
  MPI_Finalize();
}
