/* Calls Win_complete without Win_start. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_complete(win); /* expect: complete-without-start */
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
