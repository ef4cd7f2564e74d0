/* All processes free the communicator, one of them in a callback while it finalises. */
/* case: ranks=3 */
#include "case.h"

static MPI_Comm other;

static int free_it(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  return MPI_Comm_free(&other);
}

int main(void) {
  int x = 1, sum, keyval;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, other);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_it, &keyval, NULL);
  if (rank == 1)
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  else
    MPI_Comm_free(&other);
  MPI_Comm_free_keyval(&keyval);
  MPI_Finalize();
}
