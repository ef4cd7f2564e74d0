/* A file that is opened for writing only is read. */
/* case: status=any exit=any */
#include "shared_file.h"

int main(void) {
  static int part[4];
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  MPI_File_read_at_all(file, 16 * rank, part, 4, MPI_INT, &status); /* expect: argument-invalid */
  close_shared(file);
  MPI_Finalize();
}
