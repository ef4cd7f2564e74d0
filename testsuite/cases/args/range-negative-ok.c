/* Puts to the first element of the target's window, by a datatype with a negative lower bound.
 */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int value = 1, one = 1, before = -4;
  MPI_Datatype back;
  MPI_Win win;
  begin();
  MPI_Type_indexed(1, &one, &before, MPI_INT, &back);
  MPI_Type_commit(&back);
  MPI_Win_create(memory + 8, 8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 4, 1, back, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&back);
  MPI_Win_free(&win);
  MPI_Finalize();
}
