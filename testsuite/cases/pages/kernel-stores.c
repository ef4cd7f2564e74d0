/* The kernel stores what it is asked into a window that another process gets from: descriptors,
 * what it knows of a file, a path, the time. */
/* case: levels=compiled,pages */
#include "case.h"
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  static char line[100];
  char *memory;
  int failed = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 4, MPI_CHAR, 1, 4, 4, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |= pipe((int *)memory); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 8, MPI_CHAR, 1, 128 + 48, 8, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |= stat("/", (struct stat *)(memory + 128)); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 1, MPI_CHAR, 1, 512, 1, MPI_CHAR, win); /* expect: rma-local-race */
  else
    failed |= !getcwd(memory + 512, 300); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return failed;
}
