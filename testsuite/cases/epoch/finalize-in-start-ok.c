/* Calls Win_complete and frees the window before MPI_Finalize. */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
