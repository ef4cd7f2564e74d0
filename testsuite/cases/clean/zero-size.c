/* Uses windows of no bytes, operations of no elements, and an operation of no bytes at the end.
 */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0};
  int value = 1;
  MPI_Win empty, full;
  begin();
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &empty);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &full);
  MPI_Win_fence(0, empty);
  MPI_Put(&value, 0, MPI_INT, 1 - rank, 0, 0, MPI_INT, empty);
  MPI_Win_fence(0, empty);
  MPI_Win_fence(0, full);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, full);
  MPI_Get(&value, 0, MPI_INT, 1 - rank, 4, 0, MPI_INT, full);
  MPI_Win_fence(0, full);
  MPI_Win_free(&full);
  MPI_Win_free(&empty);
  MPI_Finalize();
}
