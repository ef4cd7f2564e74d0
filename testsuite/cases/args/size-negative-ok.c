/* Makes windows, and attaches memory, of size 0 and of odd sizes. */
#include "case.h"

int main(void) {
  char *memory, some[5];
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, some, 3);
  MPI_Win_detach(win, some);
  MPI_Win_free(&win);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Win_allocate(rank ? 16 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
