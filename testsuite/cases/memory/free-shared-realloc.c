/* Memory of MPI_Win_allocate_shared is to become larger: realloc may end the program. */
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
  MPI_Win_allocate_shared(4096, 1, /* site: allocated-memory-freed */ MPI_INFO_NULL,
                          MPI_COMM_WORLD, &memory, &win);
  memory = realloc(memory, 8192); /* expect: allocated-memory-freed */
  _exit(memory == NULL);
}
