/* In a collective write, several processes give one place of a file another value. testphdf5 of HDF5. */
/* case: ranks=3 */
#include "shared_file.h"

int main(void) {
  int value;
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  value = rank;
  MPI_File_write_at_all(file, 0, &value, rank != 0, MPI_INT, &status); /* expect: file-race */
  close_shared(file);
  MPI_Finalize();
}
