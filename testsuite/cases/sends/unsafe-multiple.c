/* Both send before they receive; they may use several threads and have one. */
#define CASE_MULTIPLE
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD,  /* site: unsafe-send */
           MPI_STATUS_IGNORE);
  MPI_Finalize();
}
