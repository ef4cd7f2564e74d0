#define _GNU_SOURCE
#include "beside.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "report/journal/size_limit.h"

/* A child can be made without SIGCHLD, but execve turns it on again. So the child makes a
 * second one, waits for it if it is to, and ends. */

struct spawn {
  char command[PATH_MAX];
  char **words, **environment;
  int wait;
  sigset_t mask;
};

static int spawned(void *context) {
  struct spawn *s = context;
  sigprocmask(SIG_SETMASK, &s->mask, NULL);
  execve(s->command, s->words, s->environment);
  _exit(127);
}

static int wait_end(int child, int options) {
  int status;
  while (child > 0 && waitpid(child, &status, options) < 0)
    if (errno != EINTR)
      return -1;
  return child > 0 ? 0 : -1;
}

static int between(void *context) {
  static char stack[65536] __attribute__((aligned(16)));
  const struct spawn *s = context;
  int child = clone(spawned, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, context);
  _exit(child < 0 || (s->wait && wait_end(child, 0)) ? 127 : 0);
}

static int find_command(char *path, size_t room) {
  Dl_info info;
  char folder[PATH_MAX / 2];
  if (!dladdr((void *)find_command, &info) ||
      (size_t)snprintf(folder, sizeof folder, "%s", info.dli_fname) >= sizeof folder)
    return 0;
  char *slash = strrchr(folder, '/');
  if (slash)
    *slash = 0;
  snprintf(path, room, "%s/fencepost", folder);
  if (!access(path, X_OK))
    return 1;
  snprintf(path, room, "%s/../../bin/fencepost", folder);
  return !access(path, X_OK);
}

static char **clean_environment(void) {
  int n = 0, kept = 0;
  while (environ[n])
    n++;
  char **copy = calloc((size_t)n + 1, sizeof *copy);
  for (int i = 0; copy && i < n; i++)
    if (strncmp(environ[i], "LD_PRELOAD=", 11))
      copy[kept++] = environ[i];
  return copy;
}

const char *beside_run(char **words, int wait) {
  static char stack[65536] __attribute__((aligned(16)));
  static struct spawn s;
  s.words = words;
  s.wait = wait;
  s.environment = clean_environment();
  if (!s.environment || !find_command(s.command, sizeof s.command)) {
    free(s.environment);
    return "the command fencepost is not beside its libraries";
  }
  struct size_limit limit;
  sigset_t all;
  size_limit_hold(&limit);
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &s.mask);
  int child = clone(between, stack + sizeof stack, CLONE_VM | CLONE_VFORK, &s);
  sigprocmask(SIG_SETMASK, &s.mask, NULL);
  int failed = wait_end(child, __WCLONE);
  size_limit_release(&limit);
  free(s.environment);
  return failed ? "cannot start fencepost" : NULL;
}
