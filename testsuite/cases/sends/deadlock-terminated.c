/* Somebody else, as a batch system does, ends the ranks by SIGTERM when they have waited for each
 * other for so short a time that nobody has told of it yet. */
/* case: ranks=2 options="--on-deadlock=report" status=any exit=any timeout=40 */
#include "case.h"
#include <signal.h>
#include <unistd.h>

static int in, out;

/* After `ms` milliseconds. */
static void end_by_signal(int ms) {
  if (fork())
    return;
  usleep(1000 * (unsigned)ms);
  kill(getppid(), SIGTERM);
  _exit(0);
}

int main(void) {
  begin();
  MPI_Barrier(MPI_COMM_WORLD);
  end_by_signal(2200);
  MPI_Recv(&in, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: deadlock */
  MPI_Send(&out, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD);
  MPI_Finalize();
}
