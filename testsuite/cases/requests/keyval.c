/* Keys of attributes, one of them never freed. */
#include "case.h"

int main(void) {
  int first, second;
  begin();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &first, NULL);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &second, NULL); /* expect: object-not-freed */
  MPI_Comm_free_keyval(&first);
  MPI_Finalize();
}
