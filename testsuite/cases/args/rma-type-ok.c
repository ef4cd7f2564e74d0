/* The datatypes of the origin and of the target buffer match. */
#include "case.h"

int main(void) {
  ALIGNED double memory[4] = {0}, values[4] = {1, 2};
  MPI_Datatype part;
  MPI_Win win;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_FLOAT, &part);
  MPI_Type_commit(&part);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(values, 2, MPI_FLOAT, 1, 0, 1, part, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Get(values, 1, MPI_DOUBLE, 0, 8, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Get(values, 8, MPI_BYTE, 0, 8, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Type_free(&part);
  MPI_Finalize();
}
