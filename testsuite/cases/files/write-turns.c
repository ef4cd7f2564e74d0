/* In a loop with messages between, the last of the collective writes leave one place to two. */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  int part[2] = {0};
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  part[0] = rank;
  for (int i = 0; i < 3; i++) {
    int at = 8 * (i < 2 ? 2 * i + rank : 4);
    MPI_File_write_at_all(file, at, part, 2, MPI_INT, &status); /* expect: file-race */
    MPI_Barrier(MPI_COMM_WORLD);
  }
  close_shared(file);
  MPI_Finalize();
}
