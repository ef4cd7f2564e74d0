/* Two split collective operations on one file at once. */
/* case: status=any exit=any */
#include "shared_file.h"

int main(void) {
  static int part[4];
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_write_at_all_begin(file, 16 * rank, part, 4, MPI_INT);
  MPI_File_read_at_all_begin(file, 64, part, 0, MPI_INT); /* expect: split-collective */
  MPI_File_write_at_all_end(file, part, &status);
  close_shared(file);
  MPI_Finalize();
}
