/* Calls MPI_Finalize without the fence that would complete a put. MPICH aborts there, as it
 * does with any window that was left. */
/* case: status-mpich=any exit-mpich=any */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, /* expect: window-not-freed */
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win); /* site: finalize-in-epoch */
  MPI_Finalize();                                            /* expect: finalize-in-epoch */
}
