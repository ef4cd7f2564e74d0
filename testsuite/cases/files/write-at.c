/* All processes write at the beginning of the file. */
/* case: ranks=3 */
#include "shared_file.h"

int main(void) {
  int part[4] = {0};
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  part[0] = rank;
  MPI_File_write_at(file, 0, part, 4, MPI_INT, &status); /* expect: file-write-conflict */
  close_shared(file);
  MPI_Finalize();
}
