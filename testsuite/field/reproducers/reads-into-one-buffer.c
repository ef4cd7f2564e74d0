/* Nonblocking reads of a file that are under way at once share a buffer. async_any of MPICH's tests. */
#include "case.h"

#include <unistd.h>

int main(void) {
  int data[16] = {0};
  char name[] = "fieldXXXXXX";
  MPI_Request request[2];
  MPI_File file;
  begin();
  close(mkstemp(name));
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, 0, data, 16, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, 0, data, 8, MPI_INT, &request[0]); /* site: buffer-race */
  MPI_File_iread_at(file, 0, data, 8, MPI_INT, &request[1]); /* expect: buffer-race */
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_File_close(&file);
  MPI_Finalize();
}
