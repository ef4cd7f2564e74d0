/* The handler of a timer leaves loops over a window, by siglongjmp and by swapcontext. That is
 * right only in the first thread, which never blocks the signal while the timer runs. */
/* case: levels=mpi,pages ranks=1 timeout=20 */
#define _GNU_SOURCE
#include "case.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define TIMES 150

static volatile int *memory;
static volatile int times;
static sigjmp_buf back;
static ucontext_t here, there;
static char stack[131072];

static void once(void) {
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 2500}}, NULL);
}

static void on_jump(int number) {
  (void)number;
  times++;
  siglongjmp(back, 1);
}

static void on_switch(int number) {
  char frame;
  (void)number;
  if (gettid() == getpid() && (size_t)(&frame - stack) >= sizeof stack)
    once(); /* it came while we were switching */
  else
    swapcontext(&there, &here);
}

static void spin(void) {
  for (;;)
    memory[times]++;
}

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(2 * TIMES * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   (void *)&memory, &win);
  signal(SIGALRM, on_jump);
  sigsetjmp(back, 1);
  if (times < TIMES) {
    once();
    spin();
  }
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_switch, .sa_flags = SA_NODEFER},
            NULL);
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  makecontext(&there, spin, 0);
  for (; times < 2 * TIMES; times++) {
    once();
    swapcontext(&here, &there);
  }
  printf("%d\n", times);
  MPI_Win_free(&win);
  MPI_Finalize();
}
