/* Children end by _exit, while their parent goes on, and so does the program after
 * MPI_Finalize. */
/* case: ranks=2 levels=mpi,compiled,pages */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int status = 0, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pid_t child = fork();
  if (!child)
    _exit(0);
  waitpid(child, &status, 0);
  child = vfork();
  if (!child)
    _exit(3);
  waitpid(child, &status, 0);
  child = fork();
  if (!child)
    quick_exit(0);
  waitpid(child, NULL, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!rank)
    printf("the second one ended with %d\n", WEXITSTATUS(status));
  fflush(stdout);
  MPI_Finalize();
  _exit(0);
}
