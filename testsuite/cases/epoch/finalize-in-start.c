/* Calls MPI_Finalize without Win_complete. */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* expect: window-not-freed */
  errors_return(win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win); /* site: finalize-in-epoch */
  MPI_Finalize();                         /* expect: finalize-in-epoch */
}
