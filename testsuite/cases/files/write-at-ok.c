/* Each process writes a part of its own, then all parts once more. */
/* case: ranks=3 */
#include "shared_file.h"

int main(void) {
  int part[4] = {0};
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  part[0] = rank;
  for (int i = 0; i < 3; i++)
    MPI_File_write_at(file, rank * 16, part, 4, MPI_INT, &status);
  close_shared(file);
  MPI_Finalize();
}
