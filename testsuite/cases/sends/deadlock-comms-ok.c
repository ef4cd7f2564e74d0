/* In the same order at both. */
#include "case.h"

int main(void) {
  MPI_Comm one, two;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &one);
  MPI_Comm_dup(MPI_COMM_WORLD, &two);
  MPI_Barrier(one);
  MPI_Barrier(two);
  MPI_Comm_free(&one);
  MPI_Comm_free(&two);
  MPI_Finalize();
}
