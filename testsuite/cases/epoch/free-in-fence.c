/* Frees the window without the fence that would complete a put. */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); /* site: free-in-epoch */
  if (MPI_Win_free(&win) != MPI_SUCCESS) {                   /* expect: free-in-epoch */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
