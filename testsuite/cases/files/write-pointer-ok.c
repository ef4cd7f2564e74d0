/* The same after MPI_File_seek to a place of its own, and with the shared file pointer, which
 * gives each call other bytes. */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  double part[3] = {0};
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_seek(file, rank * 96, MPI_SEEK_SET);
  for (int i = 0; i < 4; i++)
    MPI_File_write_all(file, part, 3, MPI_DOUBLE, &status);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_write_shared(file, part, 3, MPI_DOUBLE, &status);
  MPI_File_write_ordered(file, part, 3, MPI_DOUBLE, &status);
  close_shared(file);
  MPI_Finalize();
}
