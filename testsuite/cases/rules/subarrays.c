/* Two origins put blocks of a matrix that share a corner. */
#include "case.h"

int main(void) {
  ALIGNED int memory[16] = {0}, v[4] = {1, 2, 3, 4};
  int sizes[2] = {4, 4}, block[2] = {2, 2}, from[2][2] = {{0, 0}, {1, 1}};
  MPI_Datatype part;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_create_subarray(2, sizes, block, from[rank], MPI_ORDER_C, MPI_INT, &part);
  MPI_Type_commit(&part);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 4, MPI_INT, 0, 0, 1, part, win); /* expect: rma-race */
  else
    MPI_Put(v, 4, MPI_INT, 0, 0, 1, part, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Type_free(&part);
  MPI_Win_free(&win);
  MPI_Finalize();
}
