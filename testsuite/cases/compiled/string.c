/* A string is copied into the window where one is being put. */
/* case: levels=compiled,pages */
#include "case.h"

static char *memory;

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put("abc", 4, MPI_CHAR, 1, 6, 4, MPI_CHAR, win); /* expect: rma-local-race */
  } else {
    strcpy(memory, "written"); /* site: rma-local-race */
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
