/* The same, looked at. */
/* case: ranks=1 */
#include "case.h"

int main(void) {
  MPI_File file;
  begin();
  if (MPI_File_open(MPI_COMM_SELF, "no such file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file))
    puts("not there");
  MPI_Finalize();
}
