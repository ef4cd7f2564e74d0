/* Unlocks all targets without having locked any. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_unlock_all(win); /* expect: unlock-without-lock */
  MPI_Win_free(&win);
  MPI_Finalize();
}
