/* A key that is freed is still good for the attributes that have it. */
#include "case.h"

static int value, *found, flag;

int main(void) {
  int key, copy;
  begin();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  copy = key;
  MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_get_attr(MPI_COMM_SELF, copy, &found, &flag);
  if (rank == 0 && flag && found == &value)
    puts("found");
  MPI_Comm_delete_attr(MPI_COMM_SELF, copy);
  MPI_Finalize();
}
