/* Asks for the memory of each process, and of the first one that gave some. */
#include "case.h"

int main(void) {
  MPI_Win win;
  MPI_Aint bytes;
  int unit, *base, *other;
  begin();
  MPI_Win_allocate_shared(sizeof *base, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  errors_return(win);
  for (int i = 0; i < size; i++)
    MPI_Win_shared_query(win, i, &bytes, &unit, &other);
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
