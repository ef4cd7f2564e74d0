/* A key that is freed cannot be given to another communicator. */
/* case: status=any exit=any */
#include "case.h"

static int value;

int main(void) {
  int key, copy;
  begin();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  copy = key;
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);
  MPI_Comm_free_keyval(&key); /* site: handle-stale */
  MPI_Comm_set_attr(MPI_COMM_WORLD, copy, &value); /* expect: handle-stale */
  MPI_Finalize();
}
