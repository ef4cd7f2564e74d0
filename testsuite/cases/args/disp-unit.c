/* Makes windows with displacement units that are not positive. */
/* case: ranks=1 status=any exit=any options="--timeout=20" */
#include "case.h"

int main(void) {
  ALIGNED int some[5];
  int *memory;
  MPI_Win win;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Win_create(some, 20, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* expect: disp-unit-invalid */
  MPI_Win_allocate_shared(12, -4, MPI_INFO_NULL, MPI_COMM_WORLD, /* expect: disp-unit-invalid */
                          &memory, &win);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
