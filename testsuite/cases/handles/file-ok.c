/* Files are closed and opened again. */
#include "case.h"

int main(void) {
  MPI_File file;
  MPI_Offset n;
  begin();
  for (int i = 0; i < 5; i++) {
    MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_get_size(file, &n);
    MPI_File_close(&file);
  }
  MPI_Finalize();
}
