#include "process.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

struct process {
  pid_t pid, parent;
  int below, dead; /* below: it is a descendant of ours; dead: it only waits to be reaped */
};

struct table {
  struct process *at;
  size_t n;
};

static pid_t *foreign;
static size_t foreigns;

/* Reads parent and state from /proc/PID/stat. The name in it may contain spaces and
 * parentheses. */
static int read_stat(const char *pid, pid_t *parent, char *state) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  if (n <= 0)
    return -1;
  text[n] = '\0';
  char *end = strrchr(text, ')');
  int number;
  if (!end || sscanf(end + 1, " %c %d", state, &number) != 2)
    return -1;
  *parent = number;
  return 0;
}

static void table_read(struct table *t) {
  DIR *proc = opendir("/proc");
  size_t room = 0;
  *t = (struct table){NULL, 0};
  if (!proc)
    return;
  for (struct dirent *entry; (entry = readdir(proc));) {
    pid_t parent;
    char state;
    if (!isdigit((unsigned char)entry->d_name[0]) ||
        read_stat(entry->d_name, &parent, &state) || state == 'Z' || state == 'X')
      continue;
    if (t->n == room) {
      struct process *more = realloc(t->at, (room = room * 2 + 256) * sizeof *more);
      if (!more)
        break;
      t->at = more;
    }
    t->at[t->n++] = (struct process){
        .pid = atoi(entry->d_name), .parent = parent, .dead = state == 'Z' || state == 'X'};
  }
  closedir(proc);
}

static int is_foreign(pid_t pid) {
  for (size_t i = 0; i < foreigns; i++)
    if (foreign[i] == pid)
      return 1;
  return 0;
}

static int by_pid(const void *a, const void *b) {
  const struct process *x = a, *y = b;
  return (x->pid > y->pid) - (x->pid < y->pid);
}

static int is_below(const struct table *t, pid_t pid) {
  struct process key = {.pid = pid};
  if (pid == getpid())
    return 1;
  struct process *p = t->n ? bsearch(&key, t->at, t->n, sizeof key, by_pid) : NULL;
  return p && p->below;
}

/* Marks the descendants, and returns how many of them live. */
static size_t mark(struct table *t) {
  size_t marked = 0;
  if (t->n)
    qsort(t->at, t->n, sizeof *t->at, by_pid);
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t i = 0; i < t->n; i++)
      if (!t->at[i].below && !is_foreign(t->at[i].pid) && is_below(t, t->at[i].parent)) {
        t->at[i].below = changed = 1;
        marked += !t->at[i].dead;
      }
  }
  return marked;
}

void process_adopt(void) {
  struct table t;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  table_read(&t);
  size_t n = mark(&t);
  if (n && (foreign = calloc(n, sizeof *foreign)))
    for (size_t i = 0; i < t.n; i++)
      if (t.at[i].below)
        foreign[foreigns++] = t.at[i].pid;
  free(t.at);
}

size_t process_signal_all(int number) {
  struct table t;
  table_read(&t);
  size_t n = mark(&t);
  if (!n) { /* an orphan is not seen if its parent ended while we were reading, so we look again
             */
    free(t.at);
    table_read(&t);
    n = mark(&t);
  }
  for (size_t i = 0; i < t.n && number; i++)
    if (t.at[i].below && !t.at[i].dead)
      kill(t.at[i].pid, number);
  free(t.at);
  return n;
}
