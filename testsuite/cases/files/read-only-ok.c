/* The file is open for writing, and each process writes bytes of its own. */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  int part[4] = {0}, written;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_close(&file);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  part[0] = rank;
  written = MPI_File_write_at(file, 16 * rank, part, 4, MPI_INT, &status) == MPI_SUCCESS;
  if (!written)
    puts("not written");
  close_shared(file);
  MPI_Finalize();
}
