/* A key may be freed by the deletion of its attribute in MPI_Finalize, and while attributes have it. */
#include "case.h"

static int first, second, value;

static int gone(MPI_Comm comm, int key, void *attribute, void *extra) {
  (void)comm, (void)key, (void)attribute, (void)extra;
  return MPI_Comm_free_keyval(&first);
}

int main(void) {
  begin();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, gone, &first, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &second, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, first, &value);
  MPI_Comm_set_attr(MPI_COMM_WORLD, second, &value);
  MPI_Comm_free_keyval(&second);
  MPI_Finalize();
}
