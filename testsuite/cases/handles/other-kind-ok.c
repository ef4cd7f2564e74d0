/* The communicator is given as the communicator, and datatypes as datatypes. */
#include "case.h"

int main(void) {
  int n = 0;
  begin();
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  MPI_Type_size(MPI_INT, &n);
  MPI_Finalize();
}
