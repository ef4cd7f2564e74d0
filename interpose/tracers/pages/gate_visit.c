#define _GNU_SOURCE
#include "gate_visit.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "fault.h"
#include "interpose/arch/context.h"
#include "interpose/arch/gate_arena.h"

#define SIGNAL 33 /* glibc's own signal for setuid, which its functions never block */
#define RESTORER 0x04000000ul
#define PATIENCE 20.0 /* seconds */

/* Of one thread. */
struct gate_visit {
  _Atomic int answered;
  int waits; /* it was seen waiting in a system call: */
  long number;
  uintptr_t sp, pc;
};

static void (*visitor)(ucontext_t *context);
static struct fault_action before; /* of SIGNAL */
static struct gate_visit *_Atomic asked;

/* Makes a call go on that the signal has interrupted, if it would not by itself. */
static void go_on(const struct gate_visit *v, ucontext_t *context) {
  if (v->waits && context_result(context) == -EINTR && context_pc(context) == v->pc &&
      context_sp(context) == v->sp)
    context_again(context, v->number);
}

static void on_visit(int number, siginfo_t *info, void *context) {
  struct gate_visit *v = asked;
  if (v && info->si_code == SI_QUEUE && info->si_value.sival_ptr == v) {
    go_on(v, context);
    visitor(context);
    v->answered = 1;
    return;
  }
  if (before.handler != (void *)SIG_DFL && before.handler != (void *)SIG_IGN)
    ((void (*)(int, siginfo_t *, void *))before.handler)(number, info, context);
}

static void look(struct gate_visit *v, pid_t task) {
  char path[64], line[256] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)task);
  FILE *f = fopen(path, "re");
  if (!f)
    return;
  if (fgets(line, sizeof line, f))
    v->waits =
        sscanf(line, "%ld %*s %*s %*s %*s %*s %*s %lx %lx", &v->number, &v->sp, &v->pc) == 3;
  fclose(f);
}

/* The first thread of a process may end before others, and is still listed. */
static int has_ended(pid_t task) {
  char path[64], line[512] = "", *name_end;
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)task);
  FILE *f = fopen(path, "re");
  if (!f)
    return 1;
  name_end = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
  fclose(f);
  return name_end && strchr("ZX", name_end[2]);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ask(pid_t task) {
  /* Two, because a late answer still looks at the earlier one. */
  static struct gate_visit visits[2];
  struct gate_visit *v = &visits[asked == &visits[0]];
  siginfo_t info = {.si_code = SI_QUEUE};
  *v = (struct gate_visit){0};
  look(v, task);
  info.si_value.sival_ptr = v;
  asked = v;
  long failed =
      gate_call(SYS_rt_tgsigqueueinfo, (long)getpid(), (long)task, (long)SIGNAL, &info);
  double until = seconds() + PATIENCE;
  while (!failed && !v->answered) {
    nanosleep(&(struct timespec){0, 50000}, NULL);
    failed = has_ended(task);
    if (!failed && seconds() > until)
      return -1;
  }
  return 0;
}

/* Returns how many threads were asked that had not been before; -1 if that failed. */
static int round_of(pid_t **seen, size_t *count) {
  int asked_now = 0;
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks)
    return -1;
  for (struct dirent *d; asked_now >= 0 && (d = readdir(tasks));) {
    pid_t task = (pid_t)atoi(d->d_name);
    size_t i = 0;
    while (i < *count && (*seen)[i] != task)
      i++;
    if (!task || task == gettid() || i < *count)
      continue;
    pid_t *more = realloc(*seen, (*count + 1) * sizeof *more);
    if (more)
      *seen = more;
    if (!more || ask(task)) {
      asked_now = -1;
      break;
    }
    more[(*count)++] = task;
    asked_now++;
  }
  closedir(tasks);
  return asked_now;
}

int gate_visit_threads(void (*visit)(ucontext_t *context)) {
  struct fault_action own = {(void *)on_visit, SA_SIGINFO | SA_RESTART | SA_ONSTACK | RESTORER,
                             (void *)gate_restorer, ~0ul};
  pid_t *seen = NULL;
  size_t count = 0;
  int more;
  visitor = visit;
  own.mask &= ~fault_owned();
  if (gate_call(SYS_rt_sigaction, (long)SIGNAL, &own, &before, sizeof own.mask))
    return -1;
  while ((more = round_of(&seen, &count)) > 0)
    ;
  if (!more) /* otherwise somebody may still answer */
    gate_call(SYS_rt_sigaction, (long)SIGNAL, &before, NULL, sizeof before.mask);
  free(seen);
  return more;
}
