/* A key for attributes of datatypes is given to one. */
#include "case.h"

static int value;

int main(void) {
  MPI_Datatype pair;
  int key;
  begin();
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
  MPI_Type_set_attr(pair, key, &value);
  MPI_Type_free_keyval(&key);
  MPI_Type_free(&pair);
  MPI_Finalize();
  puts("done");
}
