/* A handler of a signal says that it is time to end. */
/* case: ranks=2 */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t ends;

static void leave(int number) {
  (void)number;
  ends = 1;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  signal(SIGALRM, leave);
  alarm(1);
  for (size_t n = 1; !ends; n = n % 100000 + 1) {
    char *volatile memory = malloc(n);
    free(memory);
  }
  MPI_Finalize();
  _exit(0);
}
