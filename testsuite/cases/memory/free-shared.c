/* MPI_Free_mem of the own memory of MPI_Win_allocate_shared: the library may die of it. */
/* case: status=any exit=any timeout=30 levels=mpi,pages,compiled options="--timeout=5" */
#include "case.h"
#include <signal.h>
#include <unistd.h>

static void leave(int signal) {
  _exit(signal);
}

int main(void) {
  MPI_Win win;
  char *memory;
  begin();
  signal(SIGABRT, leave);
  signal(SIGSEGV, leave);
  MPI_Win_allocate_shared(1000, 1, /* site: allocated-memory-freed */ MPI_INFO_NULL,
                          MPI_COMM_WORLD, &memory, &win);
  MPI_Free_mem(memory); /* expect: allocated-memory-freed */
  _exit(1);
}
