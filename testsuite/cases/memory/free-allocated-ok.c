/* MPI_Win_free frees the memory of MPI_Win_allocate. */
#include "case.h"

int main(void) {
  MPI_Win win;
  char *memory;
  begin();
  MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[999] = 1;
  MPI_Win_free(&win);
  MPI_Finalize();
}
