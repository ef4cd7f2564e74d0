/* Puts of resized elements with a shift into the gaps. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, v[3] = {1, 2, 3};
  MPI_Datatype wide;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &wide);
  MPI_Type_commit(&wide);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(v, 3, MPI_INT, 0, 0, 3, wide, win);
  else
    MPI_Put(v, 3, MPI_INT, 0, 1, 3, wide, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&wide);
  MPI_Win_free(&win);
  MPI_Finalize();
}
