/* A window of an array on the stack, which its owner changes in other epochs; its neighbours it
 * changes at any time. */
/* case: levels=mpi,pages */
#include "show.h"

int main(void) {
  int below[8] = {0}, array[100] = {0}, above[8] = {0}, one = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(array, sizeof array, sizeof *array, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < 100; i++) {
    array[i] = i;
    below[i % 8] += i;
  }
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 50, 1, MPI_INT, win);
  for (int i = 0; i < 100; i++)
    above[i % 8] += below[(i + 1) % 8];
  MPI_Win_fence(0, win);
  for (int i = 0; i < 100; i++)
    below[i % 8] += array[i]++;
  MPI_Win_free(&win);
  show(below[2] + array[50], above[5]);
  MPI_Finalize();
}
