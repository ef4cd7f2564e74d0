/* The program's own handler of SIGSEGV gets its own faults, and none of its windows'. */
/* case: levels=mpi,pages */
#include "case.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static sigjmp_buf back;
static void *volatile where;

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  where = info->si_addr;
  siglongjmp(back, 1);
}

int main(void) {
  int *volatile memory;
  MPI_Win win;
  begin();
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  char *guard = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win);
  int faults = 0;
  for (int i = 0; i < 3; i++) {
    memory[0] = i;
    if (!sigsetjmp(back, 1))
      *(volatile char *)(guard + 5) = 1;
    else
      faults += where == guard + 5;
  }
  if (!rank)
    printf("%d %d\n", faults, memory[0]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
