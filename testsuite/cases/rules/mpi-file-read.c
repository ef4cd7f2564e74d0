/* Window memory is read from a file while the origin gets. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  char name[64];
  MPI_File file;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  snprintf(name, sizeof name, "mpi-file-read-%d.data", rank);
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_write(file, &v, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    MPI_File_read_at(file, 0, memory, 1, MPI_INT, MPI_STATUS_IGNORE); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  MPI_Finalize();
}
