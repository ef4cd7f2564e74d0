/* The kernel stores what it is asked into a window: other bytes than another process gets, not
 * as many as there was room for, nothing, or at another time. */
/* case: levels=compiled,mpi,pages */
#include "case.h"
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  static char line[100];
  char *memory;
  int failed = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(line, 4, MPI_CHAR, 1, 8, 4, MPI_CHAR, win);
    MPI_Get(line + 8, 8, MPI_CHAR, 1, 128 + 144, 8, MPI_CHAR, win);
    MPI_Get(line + 16, 1, MPI_CHAR, 1, 514, 1, MPI_CHAR, win);
  } else {
    failed |= pipe((int *)memory) || chdir("/");
    failed |= stat("/", (struct stat *)(memory + 128));
    failed |= !stat("/of/no/file", (struct stat *)(memory + 200));
    failed |= !getcwd(memory + 512, 300);
  }
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(line, 100, MPI_CHAR, 1, 0, 100, MPI_CHAR, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    failed |= clock_gettime(CLOCK_MONOTONIC, (struct timespec *)memory) ||
              uname((struct utsname *)(memory + 500)) ||
              getrusage(RUSAGE_SELF, (struct rusage *)(memory + 16));
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return failed;
}
