/* Checks of signals. */
#include "gate.h"
#include "gate_checks.h"
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>

static sigjmp_buf back;
static volatile sig_atomic_t seen, nested;
static void *volatile where;

static void on_segv(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  seen++;
  where = info->si_addr;
  siglongjmp(back, 1);
}

static void add(int number) {
  (void)number;
  (*(volatile long *)(place + 64))++;
  seen++;
}

static void take(int number, void (*handler)(int), int flags) {
  struct sigaction a = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&a.sa_mask);
  sigaction(number, &a, NULL);
}

/* Faults of the program itself, which its handler leaves by siglongjmp. */
int check_own_fault(char *told) {
  struct sigaction a = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO}, now;
  char *guard = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MUST(!sigaction(SIGSEGV, &a, NULL));
  MUST(!sigaction(SIGSEGV, NULL, &now) && now.sa_sigaction == on_segv);
  seen = 0;
  for (volatile int i = 0; i < 5; i++)
    if (!sigsetjmp(back, 1)) {
      place[i] = (char)i;
      *(volatile char *)(guard + 5) = 1;
    } else {
      MUST(where == guard + 5);
    }
  TELL("%d %d ", seen, place[4]);
  signal(SIGSEGV, SIG_DFL);
  MUST(!sigaction(SIGSEGV, NULL, &now) && now.sa_handler == SIG_DFL);
  munmap(guard, 4096);
  return 0;
}

static void on_nested(int number, siginfo_t *info, void *context) {
  (void)number;
  ucontext_t *u = context;
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  nested = sigismember(&now, SIGSEGV) + 2 * sigismember(&now, SIGUSR2) +
           4 * sigismember(&u->uc_sigmask, SIGSEGV);
  place[8] += 1;
  mprotect((void *)((uintptr_t)info->si_addr & ~4095ul), 4096, PROT_READ | PROT_WRITE);
  seen++;
}

/* A handler repairs the cause of the fault and returns, with several masks and flags. */
int check_repair(char *told) {
  for (int i = 0; i < 4; i++) {
    struct sigaction a = {.sa_sigaction = on_nested, .sa_flags = SA_SIGINFO}, now;
    char *guard = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigemptyset(&a.sa_mask);
    if (i & 1)
      sigaddset(&a.sa_mask, SIGUSR2);
    if (i & 2)
      a.sa_flags |= SA_NODEFER | SA_RESETHAND;
    MUST(!sigaction(SIGSEGV, &a, NULL));
    *(volatile char *)guard = 7;
    MUST(!sigaction(SIGSEGV, NULL, &now));
    TELL("%d %d %d; ", nested, *guard, now.sa_handler == SIG_DFL);
    munmap(guard, 4096);
  }
  TELL("%d", place[8]);
  signal(SIGSEGV, SIG_DFL);
  return 0;
}

/* The program sees the signal masks that it has set, and can access memory with any of them. */
int check_masks(char *told) {
  sigset_t all, old, now;
  sigfillset(&all);
  MUST(!pthread_sigmask(SIG_SETMASK, &all, &old));
  TELL("%d ", sigismember(&old, SIGSEGV));
  place[0] = 3;
  MUST(getppid() > 1);
  MUST(!pthread_sigmask(SIG_BLOCK, NULL, &now));
  for (int i = 1; i < 65; i++)
    TELL("%d", sigismember(&now, i));
  sigset_t *in = (sigset_t *)(place + 128), *out = (sigset_t *)(place + 512);
  *in = old;
  MUST(!pthread_sigmask(SIG_SETMASK, in, out));
  MUST(!memcmp(out, &now, 8));
  MUST(!pthread_sigmask(SIG_BLOCK, NULL, &now));
  TELL(" %d", !memcmp(&old, &now, 8));
  MUST(syscall(SYS_rt_sigprocmask, 77, in, NULL, 8) == -1 && errno == EINVAL);
  MUST(syscall(SYS_rt_sigprocmask, SIG_BLOCK, (void *)8, NULL, 8) == -1 && errno == EFAULT);
  MUST(syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, (void *)8, 8) == -1 && errno == EFAULT);
  MUST(syscall(SYS_rt_sigprocmask, SIG_BLOCK, in, NULL, 16) == -1 && errno == EINVAL);
  struct sigaction a = {.sa_handler = add}, b;
  sigfillset(&a.sa_mask);
  MUST(!sigaction(SIGUSR1, &a, NULL) && !sigaction(SIGUSR1, NULL, &b));
  TELL(" %d %d %d", sigismember(&b.sa_mask, SIGSEGV), sigismember(&b.sa_mask, SIGSYS),
       b.sa_handler == add);
  seen = 0;
  raise(SIGUSR1);
  TELL(" %d %ld", seen, *(long *)(place + 64));
  return 0;
}

/* The signals of faults, sent by kill and raise. */
int check_sent(char *told) {
  sigset_t segv, old, pending;
  seen = 0;
  take(SIGSEGV, add, 0);
  take(SIGSYS, add, 0);
  raise(SIGSEGV);
  kill(getpid(), SIGSYS);
  TELL("%d ", seen);
  sigemptyset(&segv);
  sigaddset(&segv, SIGSEGV);
  pthread_sigmask(SIG_BLOCK, &segv, &old);
  raise(SIGSEGV);
  TELL("%d ", seen);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  TELL("%d ", seen);
  signal(SIGSEGV, SIG_IGN);
  raise(SIGSEGV);
  sigpending(&pending);
  TELL("%d %d", seen, sigismember(&pending, SIGSEGV));
  signal(SIGSEGV, SIG_DFL);
  signal(SIGSYS, SIG_DFL);
  return 0;
}

static atomic_int begun, all_sent;

static void *send_segv(void *thread) {
  while (!begun)
    sched_yield();
  for (int i = 0; i < 1000; i++) {
    for (int before = seen; seen == before; usleep(100))
      pthread_kill(*(pthread_t *)thread, SIGSEGV);
  }
  usleep(10000);
  all_sent = 1;
  return NULL;
}

static void leap(int number) {
  add(number);
  siglongjmp(back, 1);
}

/* Another thread sends signals while this one accesses memory that the handler accesses, too. The
 * handler leaves by siglongjmp. The kernel drops a signal that is sent while a fault of the same
 * number is pending, so it is sent until it has come. */
int check_sent_between(char *told) {
  pthread_t self = pthread_self(), thread;
  seen = begun = all_sent = 0;
  take(SIGSEGV, leap, 0);
  MUST(!pthread_create(&thread, NULL, send_segv, &self));
  sigsetjmp(back, 1);
  begun = 1;
  while (!all_sent)
    ++*(volatile long *)place;
  pthread_join(thread, NULL);
  TELL("%d %d", seen >= 1000, seen == *(long *)(place + 64));
  signal(SIGSEGV, SIG_DFL);
  return 0;
}

/* A process that a signal ends must end as it does natively. */
int check_death(char *told) {
  for (int i = 0; i < 5; i++) {
    pid_t child = fork();
    if (!child) {
      sigset_t all;
      sigfillset(&all);
      if (i == 0)
        *(volatile char *)16 = 1;
      if (i == 1)
        raise(SIGSEGV);
      if (i == 2) {
        signal(SIGSEGV, SIG_IGN);
        *(volatile char *)16 = 1;
      }
      if (i == 3) {
        take(SIGSEGV, add, 0);
        pthread_sigmask(SIG_SETMASK, &all, NULL);
        *(volatile char *)16 = 1;
      }
      if (i == 4)
        raise(SIGSYS);
      _exit(0);
    }
    int status;
    MUST(waitpid(child, &status, 0) == child);
    TELL("%d ", status & 0x7f);
  }
  return 0;
}

/* A signal as debug registers raise it, while it is blocked, comes at the next system call. */
int check_trap(char *told) {
  sigset_t trap, old;
  siginfo_t info = {.si_signo = SIGTRAP, .si_code = 6};
  sigemptyset(&trap);
  sigaddset(&trap, SIGTRAP);
  take(SIGTRAP, add, 0);
  seen = 0;
  for (int i = 0; i < 10; i++) {
    sigprocmask(SIG_BLOCK, &trap, &old);
    MUST(!syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGTRAP, &info));
    MUST(syscall(SYS_getpgid, 0) == getpgrp());
    place[1]++;
    sigprocmask(SIG_SETMASK, &old, NULL);
  }
  TELL("%d %d", seen, place[1]);
  take(SIGTRAP, SIG_DFL, 0);
  return 0;
}

static void send_later(int milliseconds, int number) {
  timer_t timer;
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
  struct itimerspec t = {.it_value = {0, milliseconds * 1000000l}};
  timer_create(CLOCK_MONOTONIC, &e, &timer);
  timer_settime(timer, 0, &t, NULL);
}

/* Signals come while a system call waits, with its buffer in protected memory and elsewhere. */
int check_interrupted(char *told) {
  int pipes[2];
  char other[16];
  MUST(!pipe(pipes));
  for (int i = 0; i < 4; i++) {
    char *buffer = i & 1 ? place + 4096 : other;
    seen = 0;
    take(SIGALRM, add, 0);
    take(SIGUSR1, add, i & 2 ? SA_RESTART : 0);
    sigset_t set, old;
    if (i & 2) { /* reads again until data come */
      pid_t child = fork();
      if (!child) {
        usleep(20000);
        kill(getppid(), SIGUSR1);
        usleep(20000);
        _exit(write(pipes[1], "hello", 5) != 5);
      }
      ssize_t n = read(pipes[0], buffer, 16);
      TELL("%zd %d %.5s; ", n, seen, buffer);
      waitpid(child, NULL, 0);
    } else {
      send_later(20, SIGUSR1);
      errno = 0;
      ssize_t n = read(pipes[0], buffer, 16);
      TELL("%zd %d %d; ", n, errno, seen);
    }
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    send_later(10, SIGUSR1);
    sigset_t *mask = (sigset_t *)(place + 256);
    sigfillset(mask);
    sigdelset(mask, SIGUSR1);
    errno = 0;
    int n = sigsuspend(mask);
    TELL("%d %d %d; ", n, errno, seen);
    send_later(10, SIGUSR1);
    int *number = (int *)(place + 1024);
    MUST(!sigwait(&set, number));
    TELL("%d %d; ", *number, seen);
    sigprocmask(SIG_SETMASK, &old, NULL);
    struct timespec *t = (struct timespec *)(place + 2048);
    t[0] = (struct timespec){0, 1000000};
    MUST(!nanosleep(&t[0], &t[1]));
  }
  close(pipes[0]);
  close(pipes[1]);
  return 0;
}

static volatile sig_atomic_t fires;

static void on_timer(int number) {
  (void)number;
  (*(volatile long *)(place + 128))++;
  getppid();
  fires++;
}

/* A timer each millisecond, and one that is faster than what it interrupts. */
int check_timer(char *told) {
  int pipes[2];
  MUST(!pipe(pipes));
  take(SIGALRM, on_timer, SA_RESTART);
  fires = 0;
  struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &often, NULL);
  volatile long *count = (long *)place;
  for (int i = 0; i < 20000 || fires < 100; i++) {
    ++*count;
    if (i % 8 == 0) {
      memcpy(place + 5000, "abcdefgh", 8);
      MUST(write(pipes[1], place + 5000, 8) == 8);
      MUST(read(pipes[0], place + 6000, 8) == 8);
      MUST(!memcmp(place + 6000, "abcdefgh", 8));
    }
    if (i >= 20000)
      --*count;
  }
  setitimer(ITIMER_REAL, &never, NULL);
  take(SIGALRM, SIG_DFL, 0);
  TELL("%ld %d", *count, *(long *)(place + 128) == fires);
  close(pipes[0]);
  close(pipes[1]);
  return 0;
}

static void on_stack(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  char here;
  stack_t now;
  sigaltstack(NULL, &now);
  place[number] += 1;
  seen = (&here >= (char *)now.ss_sp && &here < (char *)now.ss_sp + now.ss_size) +
         2 * (now.ss_flags == SS_ONSTACK);
  if (number == SIGSEGV)
    siglongjmp(back, 1);
}

static volatile int most = 1 << 30;

static int deeper(int n) {
  volatile char more[4096];
  more[0] = (char)n;
  return n < most ? deeper(n + 1) + more[0] : 0;
}

static void *overflow(void *told) {
  (void)told;
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  sigaltstack(&stack, NULL);
  if (!sigsetjmp(back, 1))
    deeper(0);
  seen += 10;
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  free(stack.ss_sp);
  return NULL;
}

/* Handlers run on a stack of their own, also when the thread's stack overflows. */
int check_altstack(char *told) {
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536}, none = {.ss_flags = SS_DISABLE};
  struct sigaction a = {.sa_sigaction = on_stack, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&a.sa_mask);
  MUST(!sigaltstack(&stack, NULL));
  MUST(!sigaction(SIGUSR1, &a, NULL) && !sigaction(SIGSEGV, &a, NULL));
  raise(SIGUSR1);
  TELL("%d %d ", seen, place[SIGUSR1]);
  char *guard = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!sigsetjmp(back, 1))
    *guard = 1;
  TELL("%d ", seen);
  seen = 0;
  pthread_t thread;
  MUST(!pthread_create(&thread, NULL, overflow, NULL));
  pthread_join(thread, NULL);
  TELL("%d ", seen);
  MUST(!sigaltstack(&none, NULL));
  free(stack.ss_sp);
  signal(SIGSEGV, SIG_DFL);
  munmap(guard, 4096);
  return 0;
}

static void work(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  place[4096 + number]++;
  if (number == SIGUSR1 && place[4096 + number] < 4) {
    usleep(1);
    raise(SIGUSR2);
  }
}

/* The handler's stack is as small as it may be. */
int check_small_stack(char *told) {
  static char memory[8192 + 64];
  stack_t stack = {.ss_sp = memory + 32, .ss_size = 8192}, none = {.ss_flags = SS_DISABLE}, now;
  struct sigaction a = {.sa_sigaction = work, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  memset(memory, 77, sizeof memory);
  MUST(!sigaltstack(&none, NULL) && !sigaltstack(NULL, &now));
  TELL("%d ", now.ss_flags);
  MUST(!sigaltstack(&stack, NULL) && !sigaltstack(NULL, &now));
  TELL("%d %d %ld ", now.ss_sp == memory + 32, now.ss_flags, (long)now.ss_size);
  sigaction(SIGUSR1, &a, NULL);
  sigaction(SIGUSR2, &a, NULL);
  sigaction(SIGSEGV, &a, NULL); /* it must not see the faults that come */
  raise(SIGUSR1);
  raise(SIGUSR1);
  TELL("%d %d ", place[4096 + SIGUSR1], place[4096 + SIGUSR2]);
  for (int i = 0; i < 32; i++)
    MUST(memory[i] == 77 && memory[8192 + 32 + i] == 77);
  MUST(sigaltstack(&(stack_t){.ss_sp = memory, .ss_size = 100}, NULL) == -1);
  TELL("%d ", errno);
  MUST(sigaltstack((void *)8, NULL) == -1);
  TELL("%d ", errno);
  MUST(!sigaltstack(&none, &now));
  TELL("%d ", now.ss_sp == memory + 32);
  signal(SIGSEGV, SIG_DFL);
  return 0;
}

static ucontext_t here, there;

static void other_context(void) {
  for (int i = 0; i < 3; i++) {
    place[10]++;
    swapcontext(&there, &here);
  }
}

int check_contexts(char *told) {
  static char stack[65536];
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = &here;
  makecontext(&there, other_context, 0);
  for (int i = 0; i < 3; i++)
    swapcontext(&here, &there);
  TELL("%d", place[10]);
  return 0;
}

int check_signalfd(char *told) {
  sigset_t *set = (sigset_t *)(place + 4000);
  sigemptyset(set);
  sigaddset(set, SIGUSR2);
  sigprocmask(SIG_BLOCK, set, NULL);
  int fd = signalfd(-1, set, 0);
  raise(SIGUSR2);
  struct signalfd_siginfo *info = (struct signalfd_siginfo *)(place + 8192 - 64); /* crosses pages */
  MUST(read(fd, info, sizeof *info) == sizeof *info);
  TELL("%d", (int)info->ssi_signo);
  sigprocmask(SIG_UNBLOCK, set, NULL);
  close(fd);
  return 0;
}
