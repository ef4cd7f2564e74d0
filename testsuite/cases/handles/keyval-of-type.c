/* A key for attributes of datatypes is given to a communicator. */
/* case: status=any exit=any */
#include "case.h"

static int value;

int main(void) {
  int key;
  begin();
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &value); /* expect: handle-invalid */
  MPI_Type_free_keyval(&key);
  MPI_Finalize();
}
