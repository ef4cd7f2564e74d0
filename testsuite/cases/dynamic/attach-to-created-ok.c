/* Attaches memory to a dynamic window, and detaches it. */
#include "case.h"

static int more[64];

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, more, sizeof more);
  MPI_Win_detach(win, more);
  MPI_Win_free(&win);
  MPI_Finalize();
}
