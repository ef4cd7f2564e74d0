/* A file is closed before the operation of a request on it is complete. */
/* case: status=any exit=any */
#include "shared_file.h"

int main(void) {
  static int part[4];
  MPI_Request request;
  begin();
  MPI_File file = open_shared(MPI_MODE_RDWR);
  MPI_File_iwrite_at(file, 16 * rank, part, 4, MPI_INT, &request); /* site: file-in-use */
  MPI_File_close(&file); /* expect: file-in-use */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    unlink(file_name);
  MPI_Finalize();
}
