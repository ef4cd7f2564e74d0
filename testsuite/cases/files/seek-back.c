/* A file pointer is moved to a place before the view. */
/* case: status=any exit=any */
#include "shared_file.h"

int main(void) {
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_seek(file, 12, MPI_SEEK_SET);
  MPI_File_seek(file, -16, MPI_SEEK_CUR); /* expect: argument-invalid */
  close_shared(file);
  MPI_Finalize();
}
