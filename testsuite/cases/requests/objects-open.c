/* A window and a file are left when the program ends. */
/* case: exit-mpich=any */
#include "hidden.h"

int main(void) {
  int *base;
  char path[] = "/tmp/fencepost-case-XXXXXX";
  MPI_Win win;
  MPI_File file;
  begin();
  MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, /* expect: window-not-freed */
                   &win);
  if (rank == 0) {
    close(mkstemp(path));
    MPI_File_open(MPI_COMM_SELF, path, /* expect: file-not-closed */
                  MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    unlink(path);
  }
  MPI_Finalize();
}
