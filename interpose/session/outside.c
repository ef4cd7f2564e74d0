#define _GNU_SOURCE
#include "outside.h"
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include "interpose/order/followed_module.h"
#include "interpose/stack/imports.h"

/* Signals that come without a fault of the thread's own. SIGCHLD and SIGIO are used by
 * launchers and transports. */
static int is_sent(int number) {
  switch (number) {
  case SIGHUP:
  case SIGINT:
  case SIGQUIT:
  case SIGTERM:
  case SIGALRM:
  case SIGVTALRM:
  case SIGPROF:
  case SIGUSR1:
  case SIGUSR2:
    return 1;
  default:
    return number >= SIGRTMIN && number <= SIGRTMAX;
  }
}

static int is_in(const void *code, const char *const *modules) {
  Dl_info d;
  if (!dladdr(code, &d) || !d.dli_fname)
    return 0;
  const char *slash = strrchr(d.dli_fname, '/'), *name = slash ? slash + 1 : d.dli_fname;
  for (; *modules; modules++)
    if (!strncmp(name, *modules, strlen(*modules)))
      return 1;
  return 0;
}

/* The runtimes of languages have handlers in every program. Fortran's print a stack and end the
 * process. Python's note that there was a signal; what the program does about it comes when the
 * call has returned. */
static int may_end(const void *handler, int polls) {
  static const char *const fortran[] = {"libgfortran.", "libflang", "libifcore", "libFortran",
                                        NULL};
  static const char *const python[] = {"python", "libpython", NULL};
  return followed_module(handler) && !is_in(handler, fortran) &&
         (polls || !is_in(handler, python));
}

static int has_handler(int polls) {
  for (int number = 1; number <= SIGRTMAX; number++) {
    struct sigaction a;
    if (is_sent(number) && !sigaction(number, NULL, &a) && a.sa_handler != SIG_DFL &&
        a.sa_handler != SIG_IGN && may_end((const void *)(uintptr_t)a.sa_handler, polls))
      return 1;
  }
  return 0;
}

static int has_alarm(void) {
  static const int clocks[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  struct itimerval left;
  for (int i = 0; i < 3; i++)
    if (!getitimer(clocks[i], &left) && (left.it_value.tv_sec || left.it_value.tv_usec))
      return 1;
  FILE *timers = fopen("/proc/self/timers", "re");
  int some = timers && fgetc(timers) != EOF;
  if (timers)
    fclose(timers);
  return some;
}

static int is_traced(void) {
  char line[128];
  int tracer = 0;
  FILE *status = fopen("/proc/self/status", "re");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "TracerPid: %d", &tracer) == 1)
      break;
  if (status)
    fclose(status);
  return tracer != 0;
}

int outside_may_end(int polls) {
  return has_handler(polls) || has_alarm() || is_traced() || (polls && symbol_times());
}
