/* While memory is watched, SIGTRAP comes for memory that is not: the kernel may raise one for a
 * debug register that was just cleared. Prints "lives". With the argument "own" the program
 * makes the exception itself, and is ended by it; with "quiet" there is none. */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int value = 1, rank;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &r);
  for (int code = 1; code <= 6 && argc == 1; code++) {
    siginfo_t info = {.si_signo = SIGTRAP, .si_code = code};
    syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), SIGTRAP, &info);
  }
  if (argc > 1 && !strcmp(argv[1], "own"))
    __asm__ volatile("int3");
  MPI_Send(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  puts("lives");
  MPI_Finalize();
}
