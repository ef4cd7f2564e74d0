/* Asks for the size of a file that was closed. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  MPI_File file, copy;
  MPI_Offset n;
  begin();
  MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  copy = file;
  MPI_File_close(&file);       /* site: handle-stale */
  MPI_File_get_size(copy, &n); /* expect: handle-stale */
  MPI_Finalize();
}
