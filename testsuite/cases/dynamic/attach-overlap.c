/* Attaches memory that overlaps the end of memory attached before. */
#include "case.h"

static int memory[64];

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_attach(win, memory, 32 * sizeof *memory);
  int error =
      MPI_Win_attach(win, memory + 31, 33 * sizeof *memory); /* expect: attach-overlap */
  if (error == MPI_SUCCESS)
    MPI_Win_detach(win, memory + 31);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
