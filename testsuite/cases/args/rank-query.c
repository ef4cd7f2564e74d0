/* Asks for the memory of a process after the last one. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  MPI_Win win;
  MPI_Aint bytes;
  int unit, *base, *other;
  begin();
  MPI_Win_allocate_shared(sizeof *base, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  errors_return(win);
  MPI_Win_shared_query(win, size, &bytes, &unit, &other); /* expect: target-rank-invalid */
  MPI_Win_free(&win);
  MPI_Finalize();
}
