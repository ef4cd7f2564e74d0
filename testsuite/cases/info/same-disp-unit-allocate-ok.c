/* Allocates a window with different displacement units and promises nothing. */
#include "case.h"

int main(void) {
  int *memory, unit;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  unit = rank == 0 ? 1 : sizeof *memory;
  MPI_Win_allocate(4 * sizeof *memory, unit, info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
