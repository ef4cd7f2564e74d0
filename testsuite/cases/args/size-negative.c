/* Makes windows, and attaches memory, of a negative size. */
/* case: status=any exit=any options="--timeout=20" */
#include "case.h"

int main(void) {
  int *memory, some[5];
  MPI_Win win;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0)
    MPI_Win_attach(win, some, -20); /* expect: size-negative */
  MPI_Win_free(&win);
  MPI_Win_create(some, -12, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win); /* expect: size-negative */
  MPI_Win_allocate(-3, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win); /* expect: size-negative */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
