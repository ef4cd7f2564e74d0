#define _GNU_SOURCE
#include "spawn_offer.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OTHER_SECONDS = 5, ANSWER_SECONDS = 60, NAP = 1000000 };

struct name {
  char path[PATH_MAX];
};

uint64_t offer_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void nap(void) {
  static const struct timespec pause = {0, NAP};
  nanosleep(&pause, NULL);
}

/* `of`: NULL for the file that all offers have. */
static struct name name_of(const char *what, const struct spawn_offer *of) {
  struct name n;
  const char *dir = getenv("FENCEPOST_DIR");
  if (of)
    snprintf(n.path, sizeof n.path, "%s/spawn-%s-%lld-%llx", dir ? dir : "", what,
             (long long)of->pid, (unsigned long long)of->time);
  else
    snprintf(n.path, sizeof n.path, "%s/spawn-%s", dir ? dir : "", what);
  return n;
}

static int has_folder(void) {
  const char *dir = getenv("FENCEPOST_DIR");
  return dir && *dir && strlen(dir) < PATH_MAX - 100;
}

static int read_offer(struct spawn_offer *o) {
  struct name n = name_of("offer", NULL);
  int fd = open(n.path, O_RDONLY | O_CLOEXEC);
  int whole = fd >= 0 && read(fd, o, sizeof *o) == sizeof *o;
  if (fd >= 0)
    close(fd);
  return whole;
}

static int is_there(const struct spawn_offer *o) {
  struct spawn_offer now;
  return read_offer(&now) && now.pid == o->pid && now.time == o->time;
}

/* Makes a file that appears whole. Returns -1 with errno. */
static int write_file(const struct name *n, const struct spawn_offer *o) {
  struct name own = name_of("part", o);
  int fd = open(own.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return -1;
  int failed = write(fd, o, sizeof *o) != sizeof *o || link(own.path, n->path);
  int error = errno;
  close(fd);
  unlink(own.path);
  errno = error;
  return failed ? -1 : 0;
}

/* An offer that stays for long is broken: its root may be in a call that never returns. It
 * finds that its offer is gone. */
static void break_other(void) {
  struct spawn_offer o = {.pid = getpid(), .time = offer_clock()};
  struct name from = name_of("offer", NULL), to = name_of("broken", &o);
  if (!rename(from.path, to.path))
    unlink(to.path);
}

int offer_make(struct spawn_offer *o) {
  uint64_t end = offer_clock() + OTHER_SECONDS * UINT64_C(1000000000);
  struct name n = name_of("offer", NULL);
  if (!has_folder())
    return 0;
  o->pid = getpid();
  for (;;) {
    o->time = offer_clock();
    if (!write_file(&n, o))
      return 1;
    if (errno != EEXIST)
      return 0;
    if (offer_clock() > end)
      break_other();
    else
      nap();
  }
}

static int take(const struct spawn_offer *o) {
  struct name ready = name_of("ready", o), taken = name_of("taken", o);
  return !rename(ready.path, taken.path);
}

int offer_end(const struct spawn_offer *o, double seconds) {
  uint64_t end = offer_clock() + (uint64_t)(seconds * 1e9);
  int taken = 0;
  while (!(taken = take(o)) && offer_clock() < end && is_there(o))
    nap();
  if (is_there(o)) {
    struct name n = name_of("offer", NULL);
    unlink(n.path);
  }
  return taken || take(o);
}

/* Returns whether the answer was taken; else it is taken back. */
static int await(const struct spawn_offer *o) {
  uint64_t end = offer_clock() + ANSWER_SECONDS * UINT64_C(1000000000);
  struct name ready = name_of("ready", o), taken = name_of("taken", o);
  while (access(taken.path, F_OK) && is_there(o) && offer_clock() < end)
    nap();
  if (!unlink(ready.path))
    return 0;
  unlink(taken.path);
  return 1;
}

int offer_answer(struct spawn_offer *o, uint64_t entered, int size) {
  if (!has_folder() || !read_offer(o) || !o->id || o->time > entered || o->size != size)
    return 0;
  struct name ready = name_of("ready", o);
  struct spawn_offer mine = *o;
  mine.pid = getpid(); /* for the name of the part */
  struct name part = name_of("part", &mine);
  int fd = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return 0;
  close(fd);
  int failed = rename(part.path, ready.path);
  if (failed)
    unlink(part.path);
  return !failed && await(o);
}
