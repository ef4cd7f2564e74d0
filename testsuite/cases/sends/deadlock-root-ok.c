/* The root calls it too. */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Finalize();
}
