/* Asks for the rank again and again, and once more before the communicator is freed. */
#include "case.h"

int main(void) {
  int me = 0;
  MPI_Comm comm, copy;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  copy = comm;
  for (int i = 0; i < 100; i++)
    MPI_Comm_rank(copy, &me);
  MPI_Comm_rank(copy, &me);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
