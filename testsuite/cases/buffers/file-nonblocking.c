/* A file is read into a buffer in which the program stores meanwhile. */
/* case: levels=mpi,pages registers=yes */
#include "case.h"
#include <unistd.h>

int main(void) {
  MPI_File file;
  MPI_Request request;
  char name[32];
  int into[5] = {0}, from[5] = {1, 2, 3, 4, 5};
  begin();
  snprintf(name, sizeof name, "/tmp/file-%d", (int)getpid());
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 0, from, 5, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, 0, into, 5, MPI_INT, &request); /* site: buffer-race */
  STORE(into[2], 7);                                      /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
}
