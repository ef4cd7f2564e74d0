/* The program's handler makes the buffer of a send accessible, and sees what it would see
 * alone: the address, its own stack, and its signals blocked. */
/* case: levels=mpi,pages */
#include <signal.h>
#include "hole.h"

static char room[1 << 16];
static int *memory;
static volatile int good, calls;

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  char here;
  sigset_t blocked;
  struct sigaction now;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  sigaction(SIGSEGV, NULL, &now);
  calls++;
  good += number == SIGSEGV && info->si_code == SEGV_ACCERR && &here >= room &&
          &here < room + sizeof room && (char *)info->si_addr >= (char *)memory &&
          (char *)info->si_addr < (char *)memory + BEFORE && sigismember(&blocked, SIGUSR1) &&
          sigismember(&blocked, SIGSEGV) && !sigismember(&blocked, SIGUSR2) &&
          now.sa_sigaction == on_fault;
  mprotect(memory, BEFORE, PROT_READ | PROT_WRITE);
}

int main(void) {
  begin();
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaltstack(&stack, NULL);
  sigaction(SIGSEGV, &action, NULL);
  int all[8] = {0};
  memory = before_hole();
  for (int i = 0; i < 3; i++) {
    mprotect(memory, BEFORE, PROT_NONE);
    if (rank == 0)
      MPI_Send(memory, 8, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(all, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (rank == 0)
    printf("%d %d\n", calls, good);
  MPI_Finalize();
}
