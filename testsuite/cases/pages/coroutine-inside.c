/* The stack of a coroutine lies in the memory of a window: calls, signals and libc go on there.
 */
/* case: levels=mpi,pages */
#include "case.h"
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

static volatile long *memory;
static ucontext_t back, there;
static volatile sig_atomic_t seen;

static void on_usr(int n) {
  (void)n;
  seen++;
  memory[1]++;
}

static long sum(int n) {
  volatile long a[8];
  for (int i = 0; i < 8; i++)
    a[i] = n;
  return n ? sum(n - 1) + a[3] : 0;
}

static void coroutine(void) {
  for (int k = 0; k < 3; k++) {
    memory[0] += sum(10);
    raise(SIGUSR1);
    memory[2] += getpid() > 0;
    char text[64];
    snprintf(text, sizeof text, "%d %ld", k, memory[0]);
    memory[3] += strlen(text);
    swapcontext(&there, &back);
  }
}

int main(void) {
  char *base;
  MPI_Win win;
  begin();
  signal(SIGUSR1, on_usr);
  MPI_Win_allocate(1 << 17, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  memory = (long *)base;
  for (int i = 0; i < 8; i++)
    memory[i] = 0;
  getcontext(&there);
  there.uc_stack.ss_sp = base + 65536;
  there.uc_stack.ss_size = 65536;
  there.uc_link = &back;
  makecontext(&there, coroutine, 0);
  for (int i = 0; i < 4; i++)
    swapcontext(&back, &there);
  if (!rank)
    printf("%ld %ld %ld %ld %d\n", memory[0], memory[1], memory[2], memory[3], seen);
  MPI_Win_free(&win);
  MPI_Finalize();
}
