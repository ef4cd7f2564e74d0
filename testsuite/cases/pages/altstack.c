/* Handlers run on the alternate stack that the program has made, or on none, and read back what
 * it is. */
/* case: levels=compiled,mpi,pages */
#include "case.h"
#include <setjmp.h>
#include <signal.h>

static volatile long *memory;
static char *own;
static size_t own_size;
static volatile int on[3];
static sigjmp_buf back;

static int is_on(const void *p) {
  return (size_t)((char *)p - own) < own_size;
}

static void on_usr(int n, siginfo_t *i, void *c) {
  ucontext_t *u = c;
  stack_t s;
  memory[1]++;
  sigaltstack(NULL, &s);
  on[0] = is_on(&s) + 2 * !!(s.ss_flags & SS_ONSTACK) + 4 * is_on(u) + 8 * is_on(i) +
          16 * (u->uc_stack.ss_sp == own) + 32 * (s.ss_sp == own);
  (void)n;
}

static void on_usr2(int n, siginfo_t *i, void *c) {
  stack_t s;
  (void)n;
  (void)i;
  (void)c;
  memory[2]++;
  sigaltstack(NULL, &s);
  on[1] = is_on(&s) + 2 * !!(s.ss_flags & SS_ONSTACK) + 4 * is_on(i);
}

static void on_segv(int n, siginfo_t *i, void *c) {
  stack_t s;
  (void)n;
  (void)i;
  (void)c;
  memory[3]++;
  sigaltstack(NULL, &s);
  on[2] = is_on(&s) + 2 * !!(s.ss_flags & SS_ONSTACK);
  siglongjmp(back, 1);
}

static int deep(volatile char *p) {
  volatile char a[4096];
  a[0] = *p;
  return *p < 100 ? a[0] + deep(a) + a[1] : 0;
}

int main(void) {
  MPI_Win win;
  begin();
  own_size = SIGSTKSZ;
  own = calloc(1, own_size);
  stack_t s = {.ss_sp = own, .ss_size = own_size};
  struct sigaction a = {.sa_sigaction = on_usr, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGUSR1, &a, NULL);
  a.sa_sigaction = on_usr2;
  a.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR2, &a, NULL);
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8; i++)
    memory[i] = 0;
  sigaltstack(&s, NULL);
  a.sa_sigaction = on_segv;
  a.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &a, NULL);
  raise(SIGUSR1);
  raise(SIGUSR2);
  if (!sigsetjmp(back, 1))
    deep((char *)own);
  if (!rank)
    printf("%ld %ld %ld: %d %d %d\n", memory[1], memory[2], memory[3], on[0], on[1], on[2]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
