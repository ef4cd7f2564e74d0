/* Both are given the same buffer. */
#include "shared_file.h"

int main(void) {
  static int part[4], other[4];
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_write_at_all_begin(file, 16 * rank, part, 4, MPI_INT);
  MPI_File_write_at_all_end(file, part, &status);
  (void)other;
  close_shared(file);
  MPI_Finalize();
}
