/* Signals come, are blocked and have stacks of their own while there is a window. */
/* case: levels=compiled,mpi,pages cflags=-pthread */
#include "case.h"
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile long *memory;
static volatile sig_atomic_t fires, on_own;
static char *own_stack;

static void on_timer(int number) {
  (void)number;
  memory[1]++;
  fires++;
}

static void on_user(int number) {
  (void)number;
  memory[2]++;
  getppid();
}

static void *wait_for(void *set) {
  int *number = (int *)&memory[8];
  sigwait(set, number);
  return (void *)(long)*number;
}

int main(void) {
  MPI_Win win;
  sigset_t all, old, now, timers;
  sigemptyset(&timers);
  sigaddset(&timers, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &timers, NULL); /* threads of MPI are not to count, too */
  begin();
  pthread_sigmask(SIG_UNBLOCK, &timers, NULL);
  own_stack = malloc(8192);
  sigaltstack(&(stack_t){.ss_sp = own_stack, .ss_size = 8192}, NULL);
  struct sigaction user = {.sa_handler = on_user, .sa_flags = SA_ONSTACK},
                   timer = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
  sigfillset(&user.sa_mask);
  sigaction(SIGUSR1, &user, NULL);
  sigaction(SIGALRM, &timer, NULL);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old); /* also what faults raise */
  MPI_Win_allocate(4096, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win);
  for (int i = 0; i < 512; i++)
    memory[i] = 0;
  memory[0] = 1;
  pthread_sigmask(SIG_SETMASK, &old, &now);
  int blocked = sigismember(&now, SIGSEGV);
  raise(SIGUSR1);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 1000}, {0, 1000}}, NULL);
  for (int i = 0; i < 20000 || fires < 20; i++) {
    memory[0]++;
    if (i % 100 == 0)
      MPI_Barrier(MPI_COMM_SELF);
    if (i >= 20000)
      memory[0]--;
  }
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  sigset_t *set = (sigset_t *)&memory[100];
  sigemptyset(set);
  sigaddset(set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, set, NULL);
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, wait_for, set);
  pthread_kill(thread, SIGUSR2);
  pthread_join(thread, &result);
  if (!rank)
    printf("%d %ld %d %ld %ld\n", blocked, memory[0], memory[1] == fires, memory[2],
           (long)result == SIGUSR2 ? 1l : 0l);
  MPI_Win_free(&win);
  MPI_Finalize();
}
