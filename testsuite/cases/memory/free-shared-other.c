/* A process frees the memory of another one in a shared window; its own has no bytes. */
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
  MPI_Aint bytes;
  int unit;
  begin();
  signal(SIGABRT, leave);
  signal(SIGSEGV, leave);
  MPI_Win_allocate_shared(rank == 0 ? 4096 : 0, 1, /* site: allocated-memory-freed */
                          MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &memory);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    free(memory); /* expect: allocated-memory-freed */
  else
    sleep(3);
  _exit(1);
}
