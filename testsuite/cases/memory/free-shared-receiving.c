/* Memory of MPI_Win_allocate_shared is given to free() while a message is received elsewhere.
 */
/* case: status=any exit=any timeout=30 levels=mpi,pages,compiled options="--timeout=5" */
#include "case.h"
#include <signal.h>
#include <unistd.h>

static void leave(int signal) {
  _exit(signal);
}

int main(void) {
  MPI_Request request;
  MPI_Win win;
  char *memory;
  int value;
  begin();
  signal(SIGABRT, leave);
  signal(SIGSEGV, leave);
  MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Win_allocate_shared(4096, 1, /* site: allocated-memory-freed */ MPI_INFO_NULL,
                          MPI_COMM_WORLD, &memory, &win);
  free(memory); /* expect: allocated-memory-freed */
  _exit(1);
}
