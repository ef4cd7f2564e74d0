/* MPI_Win_create on a static array, beside other variables. */
/* case: levels=mpi,pages */
#include "show.h"
static int counter, memory[100] = {5};
static char text[20000] = "static";

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  counter++;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[4], memory[4] + 7);
  MPI_Win_fence(0, win);
  int got = memory[4];
  MPI_Win_free(&win);
  int sum = counter + (int)strlen(text);
  show(got, sum);
  MPI_Finalize();
}
