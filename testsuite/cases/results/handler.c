/* The program has an error handler of its own, for another communicator: that of the call
 * returns. */
#include "case.h"

static void on_comm(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
}

int main(void) {
  int v[2] = {0, 0};
  MPI_Errhandler own;
  MPI_File file;
  begin();
  MPI_Comm_create_errhandler(on_comm, &own);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, own);
  MPI_Errhandler_free(&own);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0)
    MPI_Send(v, 2, MPI_INT, 1, 0, MPI_COMM_WORLD); /* site: message-truncated */
  else
    MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: error-ignored */ /* expect: message-truncated */
  MPI_File_open(MPI_COMM_SELF, "no such file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* expect: error-ignored */
  MPI_Finalize();
}
