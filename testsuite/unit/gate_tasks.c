/* Checks of processes and threads. */
#include "gate.h"
#include "gate_checks.h"
#include <linux/futex.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/syscall.h>

extern char **environ;

static pthread_mutex_t *mutex;
static pthread_cond_t *cond;
static volatile long *turn;

static void *take_turns(void *argument) {
  long mine = (long)argument;
  for (int i = 0; i < 300; i++) {
    pthread_mutex_lock(mutex);
    while (*turn % 2 != mine)
      pthread_cond_wait(cond, mutex);
    ++*turn;
    pthread_cond_broadcast(cond);
    pthread_mutex_unlock(mutex);
  }
  return NULL;
}

static void *contend(void *unused) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(mutex);
    ++*turn;
    if (i % 50 == 0)
      sched_yield();
    pthread_mutex_unlock(mutex);
  }
  return unused;
}

/* Locks that lie in the protected memory. */
int check_locks(char *told) {
  pthread_t t[4];
  mutex = (pthread_mutex_t *)(place + 4080); /* crosses pages */
  cond = (pthread_cond_t *)(place + 4300);
  turn = (long *)(place + 5000);
  pthread_mutex_init(mutex, NULL);
  pthread_cond_init(cond, NULL);
  for (long i = 0; i < 2; i++)
    MUST(!pthread_create(&t[i], NULL, take_turns, (void *)i));
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  TELL("%ld ", *turn);
  for (int i = 0; i < 4; i++)
    MUST(!pthread_create(&t[i], NULL, contend, NULL));
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  TELL("%ld ", *turn);
  struct timespec *t0 = (struct timespec *)(place + 6000);
  clock_gettime(CLOCK_REALTIME, t0);
  t0->tv_nsec += 1000000;
  t0->tv_sec += t0->tv_nsec / 1000000000;
  t0->tv_nsec %= 1000000000;
  pthread_mutex_lock(mutex);
  TELL("%d ", pthread_cond_timedwait(cond, mutex, t0));
  pthread_mutex_unlock(mutex);
  sem_t *s = (sem_t *)(place + 7000);
  sem_init(s, 0, 1);
  MUST(!sem_wait(s));
  TELL("%d", sem_trywait(s));
  return 0;
}

static void clean(void *flag) {
  *(volatile char *)flag += 1;
}

static void *wait_for_ever(void *fd) {
  pthread_cleanup_push(clean, place + 20);
  place[21] = 1;
  for (;;)
    if (read(*(int *)fd, place + 4096, 16) < 0)
      usleep(1);
  pthread_cleanup_pop(0);
  return NULL;
}

static void *wait_elsewhere(void *fd) {
  static __thread char buffer[16];
  pthread_cleanup_push(clean, place + 20);
  place[21] = 1;
  for (;;)
    if (read(*(int *)fd, buffer, 16) < 0)
      usleep(1);
  pthread_cleanup_pop(0);
  return NULL;
}

/* Threads are cancelled while they wait, with what they wait for in protected memory and
 * elsewhere. */
int check_cancel(char *told) {
  int pipes[2];
  MUST(!pipe(pipes));
  for (int i = 0; i < 4; i++) {
    pthread_t t;
    void *result;
    place[21] = 0;
    MUST(!pthread_create(&t, NULL, i & 1 ? wait_for_ever : wait_elsewhere, pipes));
    while (!*(volatile char *)(place + 21))
      sched_yield();
    usleep(2000);
    MUST(!pthread_cancel(t) && !pthread_join(t, &result));
    TELL("%d %d ", result == PTHREAD_CANCELED, place[20]);
  }
  close(pipes[0]);
  close(pipes[1]);
  return 0;
}

static void *little(void *at) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  *(char *)at += 1;
  return (void *)(intptr_t)sigismember(&now, SIGSEGV);
}

int check_threads(char *told) {
  pthread_t t[8];
  sigset_t all, old;
  int sum = 0;
  sigfillset(&all);
  for (int round = 0; round < 10; round++) {
    if (round == 5)
      pthread_sigmask(SIG_SETMASK, &all, &old);
    for (int i = 0; i < 8; i++)
      MUST(!pthread_create(&t[i], NULL, little, place + i));
    for (int i = 0; i < 8; i++) {
      void *result;
      MUST(!pthread_join(t[i], &result));
      sum += (int)(intptr_t)result;
    }
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  TELL("%d %d", sum, place[7]);
  return 0;
}

/* Makes child processes in all ways, with file names that lie in the protected memory. */
int check_children(char *told) {
  char **arguments = (char **)(place + 64);
  arguments[0] = put(place + SIZE - 4, "/bin/sh");
  arguments[1] = put(place + 200, "-c");
  arguments[2] = put(place + 300, "exit 7");
  arguments[3] = NULL;
  int *status = (int *)(place + 4096 - 2);
  pid_t pid = fork();
  if (!pid) {
    execve(arguments[0], arguments, environ);
    _exit(1);
  }
  MUST(waitpid(pid, status, 0) == pid);
  TELL("%d ", WEXITSTATUS(*status));
  pid = vfork();
  if (!pid) {
    execv(arguments[0], arguments);
    _exit(1);
  }
  MUST(waitpid(pid, status, 0) == pid);
  TELL("%d ", WEXITSTATUS(*status));
  pid_t *spawned = (pid_t *)(place + 900);
  posix_spawn_file_actions_t *actions = (posix_spawn_file_actions_t *)(place + 1000);
  posix_spawn_file_actions_init(actions);
  posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
  MUST(!posix_spawn(spawned, arguments[0], actions, NULL, arguments, environ));
  MUST(waitpid(*spawned, status, 0) == *spawned);
  TELL("%d ", WEXITSTATUS(*status));
  MUST(posix_spawn(spawned, put(place + 500, "/nowhere"), actions, NULL, arguments, environ) ==
       ENOENT);
  posix_spawn_file_actions_destroy(actions);
  TELL("%d ", system(put(place + 600, "exit 3")));
  FILE *f = popen(put(place + 600, "echo from a child"), "r");
  MUST(fgets(place + 700, 100, f));
  TELL("%d %s", pclose(f), place + 700);
  MUST(execve(place + 500, arguments, environ) == -1 && errno == ENOENT);
  place[0] = 5;
  pid = (pid_t)syscall(SYS_fork);
  if (!pid)
    _exit(place[0] + (int)write(-1, place, 1));
  MUST(waitpid(pid, status, 0) == pid);
  TELL("%d", WEXITSTATUS(*status));
  return 0;
}

/* A program that is started inherits the signal mask of the process that starts it. */
int check_inherited(char *told) {
  sigset_t segv, old;
  sigemptyset(&segv);
  sigaddset(&segv, SIGSEGV);
  sigaddset(&segv, SIGUSR2);
  const char *show = "grep -E 'SigBlk' /proc/self/status";
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      sigprocmask(SIG_BLOCK, &segv, &old);
    FILE *f = popen(show, "r");
    char line[100] = "";
    MUST(fgets(line, sizeof line, f));
    pclose(f);
    line[strcspn(line, "\n")] = 0;
    TELL("%s ", line);
    if (i == 1)
      sigprocmask(SIG_SETMASK, &old, NULL);
  }
  return 0;
}

static atomic_int begun, taken, in_first, elsewhere, told_right, all_sent;

static void on_sent(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  (*(volatile long *)(place + 64))++;
  told_right += info->si_code == SI_USER && info->si_pid == getpid();
  ++*(gettid() == getpid() ? &in_first : &elsewhere);
  taken++;
}

static void *idle(void *unused) {
  while (!all_sent)
    usleep(100);
  return unused;
}

static void send_one(void) {
  int before = taken;
  kill(getpid(), SIGUSR1);
  while (taken == before)
    sched_yield();
}

static void *send_to_process(void *set) {
  pthread_sigmask(SIG_BLOCK, set, NULL);
  while (!begun) /* making a thread blocks all signals */
    sched_yield();
  for (int i = 0; i < 1000; i++)
    send_one();
  all_sent = 1;
  return NULL;
}

/* Signals for the process go to its first thread, also while that accesses memory, but not
 * those that it blocks or that were sent to another thread. Natively the kernel gives another
 * thread a few of them when the machine is busy, so what is compared is only their number. */
int check_sent_to_process(char *told) {
  struct sigaction a = {.sa_sigaction = on_sent, .sa_flags = SA_SIGINFO | SA_NODEFER};
  pthread_t waiting, sender;
  sigset_t set;
  begun = taken = all_sent = in_first = elsewhere = told_right = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  MUST(!sigaction(SIGUSR1, &a, NULL));
  MUST(!pthread_create(&waiting, NULL, idle, NULL));
  MUST(!pthread_create(&sender, NULL, send_to_process, &set));
  for (begun = 1; !all_sent;)
    ++*(volatile long *)place;
  pthread_join(sender, NULL);
  pthread_join(waiting, NULL);
  int wrong = in_first != 1000 || elsewhere;
  TELL("%d %d; ", taken, told_right);
  all_sent = 0;
  MUST(!pthread_create(&waiting, NULL, idle, NULL));
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  send_one();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  pthread_kill(waiting, SIGUSR1);
  while (taken < 1002)
    ++*(volatile long *)place;
  all_sent = 1;
  pthread_join(waiting, NULL);
  TELL("%d %ld", told_right, *(long *)(place + 64));
  signal(SIGUSR1, SIG_DFL);
  return wrong || elsewhere != 2;
}
