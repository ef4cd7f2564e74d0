/* All processes try to write into a file that is open for reading: MPI refuses, and nothing is
 * written, so no two processes write the same bytes. */
/* case: ranks=2 exit=66 */
#include "shared_file.h"

int main(void) {
  int part[4] = {0}, written;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_close(&file);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  part[0] = rank;
  written = MPI_File_write_at(file, 0, part, 4, MPI_INT, &status) == MPI_SUCCESS; /* expect: argument-invalid */
  if (written)
    puts("written");
  close_shared(file);
  MPI_Finalize();
}
