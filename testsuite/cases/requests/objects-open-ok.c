/* The window is freed and the file closed. */
#include "hidden.h"

int main(void) {
  int *base;
  char path[] = "/tmp/fencepost-case-XXXXXX";
  MPI_Win win;
  MPI_File file;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  if (rank == 0) {
    close(mkstemp(path));
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
    unlink(path);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
