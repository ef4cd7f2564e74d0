/* Each process writes what the other one wrote a step before; both have called MPI_File_sync.
 */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  int part[2] = {0};
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  part[0] = rank;
  for (int i = 0; i < 3; i++) {
    int at = 8 * ((i + rank) % 2);
    MPI_File_write_at_all(file, at, part, 2, MPI_INT, &status);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
  }
  close_shared(file);
  MPI_Finalize();
}
