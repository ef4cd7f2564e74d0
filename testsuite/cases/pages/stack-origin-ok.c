/* Beside a window on the stack lies the buffer of a put, which is changed later. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  int array[100] = {0}, value[20] = {1};
  MPI_Win win;
  begin();
  MPI_Win_create(array, sizeof array, sizeof *array, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(value, 20, MPI_INT, 1, 50, 20, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  STORE(value[7], 2);
  MPI_Win_free(&win);
  MPI_Finalize();
}
