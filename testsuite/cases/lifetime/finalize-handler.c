/* A handler of a signal ends the program by _Exit, while the program is in malloc and free. */
/* case: ranks=2 levels=mpi,pages status=any exit=any */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void leave(int number) {
  (void)number;
  _Exit(0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv); /* expect: finalize-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  signal(SIGALRM, leave);
  alarm(1);
  for (size_t n = 1;; n = n % 100000 + 1) {
    char *volatile memory = malloc(n);
    free(memory);
  }
}
