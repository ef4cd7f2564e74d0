/* Calls Win_wait and frees the window before MPI_Finalize. */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_wait(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
