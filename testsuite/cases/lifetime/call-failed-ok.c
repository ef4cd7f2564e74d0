/* The program looks at what the call returns. */
#include "case.h"

int main(void) {
  int key = 12345;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 1 && MPI_Comm_set_attr(MPI_COMM_WORLD, key, &rank) == MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
