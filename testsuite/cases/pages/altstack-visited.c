/* A thread has an alternate stack when another one makes a window. Its handlers run on that
 * stack, once for each signal, and read back what it is. */
/* case: levels=compiled,mpi,pages cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <signal.h>

static MPI_Win win;
static volatile long *memory;
static char *own;
static size_t own_size;
static volatile int times, on;

static int is_on(const void *p) {
  return (size_t)((char *)p - own) < own_size;
}

static void on_usr(int n, siginfo_t *i, void *c) {
  ucontext_t *u = c;
  stack_t s;
  (void)n;
  memory[1]++;
  sigaltstack(NULL, &s);
  times++;
  on = is_on(&s) + 2 * !!(s.ss_flags & SS_ONSTACK) + 4 * is_on(i) + 8 * is_on(u) +
       16 * (u->uc_stack.ss_sp == own) + 32 * (s.ss_sp == own);
}

static void *make(void *unused) {
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  memory[0] = memory[1] = 0;
  MPI_Win_unlock(0, win);
  return unused;
}

static void *drop(void *unused) {
  MPI_Win_free(&win);
  return unused;
}

int main(void) {
  pthread_t thread;
  begin();
  own_size = SIGSTKSZ;
  own = calloc(1, own_size);
  stack_t s = {.ss_sp = own, .ss_size = own_size}, now;
  struct sigaction a = {.sa_sigaction = on_usr, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGUSR1, &a, NULL);
  for (int round = 0; round < 3; round++) {
    sigaltstack(&s, NULL);
    pthread_create(&thread, NULL, make, NULL);
    pthread_join(thread, NULL);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    for (int i = 0; i < 4; i++)
      raise(SIGUSR1);
    memory[0]++;
    sigaltstack(NULL, &now);
    if (!rank)
      printf("%ld %ld: %d %d %d %d\n", memory[0], memory[1], times, on, now.ss_sp == own,
             now.ss_flags);
    MPI_Win_unlock(0, win);
    pthread_create(&thread, NULL, drop, NULL);
    pthread_join(thread, NULL);
    sigaltstack(NULL, &now);
    if (!rank)
      printf("%d %d\n", now.ss_sp == own, now.ss_flags);
  }
  MPI_Finalize();
}
