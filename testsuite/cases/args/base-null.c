/* Makes a window of a null pointer, and attaches one. */
/* case: status=any exit=any options="--timeout=20" */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0)
    MPI_Win_attach(win, NULL, 12); /* expect: base-null */
  MPI_Win_create(NULL, 20, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win); /* expect: base-null */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
