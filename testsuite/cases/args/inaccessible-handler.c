/* The buffer of a send is not mapped; the program's handler, on a stack of its own, ends it. */
/* case: status=crashed levels=mpi,pages */
#include <signal.h>
#include <unistd.h>
#include "hole.h"

static char room[1 << 16];

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  char here;
  _exit(number == SIGSEGV && info->si_addr && &here >= room && &here < room + sizeof room);
}

int main(void) {
  begin();
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&stack, NULL);
  sigaction(SIGSEGV, &action, NULL);
  int *memory = before_hole(), all[8];
  munmap(memory, BEFORE);
  if (rank == 0)
    MPI_Send(memory, 8, MPI_INT, 1, 0, MPI_COMM_WORLD); /* expect: buffer-inaccessible */
  else
    MPI_Recv(all, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
