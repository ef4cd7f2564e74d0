/* One process reads what another one has written; only a barrier lies between. */
/* case: ranks=3 */
#include "shared_file.h"

int main(void) {
  int part[4] = {1, 2, 3, 4};
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_Request request;
  if (rank == 0) {
    MPI_File_iwrite_at(file, 8, part, 4, MPI_INT, &request); /* expect: file-sync-missing */
    MPI_Wait(&request, &status);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2)
    MPI_File_read_at(file, 0, part, 3, MPI_INT, &status); /* site: file-sync-missing */
  close_shared(file);
  MPI_Finalize();
}
