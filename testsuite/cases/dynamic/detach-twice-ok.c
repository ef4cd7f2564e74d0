/* Detaches memory once. */
#include "case.h"

static int memory[64];

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
