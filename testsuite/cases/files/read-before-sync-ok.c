/* MPI_File_sync, MPI_Barrier, MPI_File_sync between the write and the read; then the same by
 * closing the file, and in atomic mode. */
/* case: ranks=3 */
#include "shared_file.h"

static void use(MPI_File file, int writer, int part[4]) {
  if (rank == writer)
    MPI_File_write_at(file, 8, part, 4, MPI_INT, &status);
}

int main(void) {
  int part[4] = {1, 2, 3, 4};
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  use(file, 0, part);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_read_at_all(file, 0, part, 3, MPI_INT, &status);
  MPI_File_close(&file);
  MPI_Barrier(MPI_COMM_WORLD);
  file = open_shared(MPI_MODE_RDWR);
  MPI_File_set_atomicity(file, 1);
  use(file, 1, part);
  use(file, 2, part);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(file, 0, part, 3, MPI_INT, &status);
  close_shared(file);
  MPI_Finalize();
}
