/* The individual file pointers of all processes begin at the same place. */
/* case: ranks=2 */
#include "shared_file.h"

int main(void) {
  double part[3] = {0};
  begin();
  part[0] = rank;
  MPI_File file = open_shared(MPI_MODE_RDWR);
  for (int i = 0; i < 4; i++)
    MPI_File_write_all(file, part, 3, MPI_DOUBLE, &status); /* expect: file-write-conflict */
  close_shared(file);
  MPI_Finalize();
}
