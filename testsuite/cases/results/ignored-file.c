/* A file that is not there: errors of files return if nothing else was asked for. */
/* case: ranks=1 */
#include "case.h"

int main(void) {
  MPI_File file;
  begin();
  MPI_File_open(MPI_COMM_SELF, "no such file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* expect: error-ignored */
  MPI_Finalize();
}
