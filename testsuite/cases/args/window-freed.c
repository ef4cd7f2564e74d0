/* Fences a window after freeing it. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_free(&win);
  MPI_Win_fence(0, win); /* expect: window-null */
  MPI_Finalize();
}
