/* Fill values are written, then data over them: only a barrier lies between. HDF5, t_mpi. */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  int fill[4] = {0}, data[4] = {1, 2, 3, 4};
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  if (rank == 0)
    MPI_File_write_at(file, 0, fill, 4, MPI_INT, &status); /* expect: file-sync-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_File_write_at(file, 0, data, 4, MPI_INT, &status); /* site: file-sync-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  close_shared(file);
  MPI_Finalize();
}
