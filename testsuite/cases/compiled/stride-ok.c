/* Columns are loaded after the epoch of the put. */
/* case: levels=compiled,pages */
#include "case.h"

static double (*memory)[8];
static volatile double sum;

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    double v[16] = {0};
    MPI_Datatype column;
    MPI_Type_vector(16, 1, 8, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Put(v, 16, MPI_DOUBLE, 1, 16, 1, column, win);
    MPI_Type_free(&column);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    double s = 0;
    for (int i = 0; i < 16; i++)
      s += memory[i][1];
    for (int i = 0; i < 16; i++)
      s += memory[i][2];
    sum = s;
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
