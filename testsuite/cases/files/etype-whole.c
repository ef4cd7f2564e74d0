/* A process writes half an etype. */
/* case: status=any exit=any */
#include "shared_file.h"

int main(void) {
  static int part[4];
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_write_at(file, 2 * rank, part, 3, MPI_INT, &status); /* expect: argument-invalid */
  close_shared(file);
  MPI_Finalize();
}
