/* It writes a whole one. */
#include "shared_file.h"

int main(void) {
  static int part[4];
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, 2 * rank, part, 4, MPI_INT, &status);
  close_shared(file);
  MPI_Finalize();
}
