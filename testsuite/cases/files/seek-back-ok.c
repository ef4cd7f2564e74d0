/* It is moved to the beginning of the view. */
#include "shared_file.h"

int main(void) {
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_seek(file, 12, MPI_SEEK_SET);
  MPI_File_seek(file, -12, MPI_SEEK_CUR);
  close_shared(file);
  MPI_Finalize();
}
