/* It is opened for both. */
#include "shared_file.h"

int main(void) {
  static int part[4];
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_read_at_all(file, 16 * rank, part, 4, MPI_INT, &status);
  close_shared(file);
  MPI_Finalize();
}
