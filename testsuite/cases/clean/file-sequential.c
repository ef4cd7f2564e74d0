/* A file in which nobody may ask for the position, in turn by the shared file pointer. */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  int part[4] = {0};
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  MPI_File_write_ordered(file, part, 4, MPI_INT, &status);
  MPI_File_close(&file);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL,
                &file);
  MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
  MPI_File_read_shared(file, part, 4, MPI_INT, &status);
  close_shared(file);
  MPI_Finalize();
}
