/* All processes write the same head, in two parts; which of them comes last does not matter. */
/* case: ranks=3 */
#include "shared_file.h"

int main(void) {
  int head[4] = {1, 2, 3, 4};
  begin();
  MPI_File file = open_shared(MPI_MODE_WRONLY);
  MPI_File_write_all(file, head, 4, MPI_INT, &status);
  for (int i = 0; i < 2; i++)
    MPI_File_write_all(file, head + i, 2, MPI_INT, &status);
  close_shared(file);
  MPI_Finalize();
}
