/* In a program with many communicators each of two processes writes to a file of its own. */
#include "many_communicators.h"
#include "shared_file.h"

int main(void) {
  char name[2][80];
  MPI_File file[2];
  MPI_Comm comm;
  begin();
  make_many();
  int number = (int)getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int i = 0; i < 2; i++) {
    snprintf(name[i], sizeof name[i], "/tmp/two-beyond-%d-%d", number, i);
    MPI_File_open(comm, name[i], MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file[i]);
  }
  MPI_File_write_at(file[rank], 0, &rank, 1, MPI_INT, &status);
  MPI_Barrier(comm);
  for (int i = 0; i < 2; i++)
    MPI_File_close(&file[i]);
  MPI_Barrier(comm);
  unlink(name[rank]);
  MPI_Comm_free(&comm);
  free_many();
  MPI_Finalize();
}
