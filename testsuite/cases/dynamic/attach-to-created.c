/* Attaches memory to a window that is not dynamic, and detaches it. */
#include "case.h"

static int more[64];

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, more, sizeof more); /* expect: wrong-flavor */
  MPI_Win_detach(win, more);              /* expect: wrong-flavor */
  MPI_Win_free(&win);
  MPI_Finalize();
}
