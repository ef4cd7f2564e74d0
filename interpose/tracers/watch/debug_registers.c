#define _GNU_SOURCE
#include "debug_registers.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "interpose/base/debugger.h"

#define ROUNDS 8    /* rounds of looking for threads that have come meanwhile */
#define FD_FROM 700 /* numbers from here on do not disturb the program's own */

/* The threads that existed. */
struct owner {
  pid_t tid;
  int fd[POINTS];
};
static struct owner *owner;
static int owners, registers;

static struct perf_event_attr attribute(uintptr_t lo, unsigned length, int loads,
                                        uint64_t cookie) {
  return (struct perf_event_attr){.type = PERF_TYPE_BREAKPOINT,
                                  .size = sizeof(struct perf_event_attr),
                                  .bp_type = loads ? HW_BREAKPOINT_RW : HW_BREAKPOINT_W,
                                  .bp_addr = lo,
                                  .bp_len = length,
                                  .sample_period = 1,
                                  .sigtrap = 1,
                                  .sig_data = cookie,
                                  .remove_on_exec = 1,
                                  .inherit = 1,
                                  .inherit_thread = 1,
                                  .exclude_kernel = 1,
                                  .exclude_hv = 1};
}

static int event_open(pid_t tid) {
  static uint64_t nothing;
  struct perf_event_attr a = attribute((uintptr_t)&nothing, sizeof nothing, 1, 0);
  a.disabled = 1;
  int fd = (int)syscall(SYS_perf_event_open, &a, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
  int far = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FD_FROM);
  if (far < 0)
    return fd;
  close(fd);
  return far;
}

static void owner_close(struct owner *o) {
  for (int i = 0; i < POINTS; i++)
    if (o->fd[i] >= 0)
      close(o->fd[i]);
}

/* Opens as many registers as every thread has free. 0: the thread has ended; -1: there are
 * none. */
static int owner_add(pid_t tid) {
  struct owner o = {tid, {-1, -1, -1, -1}}, *more;
  int had = 0;
  while (had < POINTS && (o.fd[had] = event_open(tid)) >= 0)
    had++;
  if (!had)
    return errno == ESRCH ? 0 : -1;
  more = realloc(owner, (size_t)(owners + 1) * sizeof *more);
  if (!more) {
    owner_close(&o);
    return -1;
  }
  owner = more;
  owner[owners++] = o;
  registers = had < registers ? had : registers;
  return 1;
}

static int known(pid_t tid) {
  int i = 0;
  while (i < owners && owner[i].tid != tid)
    i++;
  return i < owners;
}

/* Calls `each` for all threads until it returns -1. Returns the sum, or -1. */
static int threads_each(int (*each)(pid_t tid)) {
  DIR *tasks = opendir("/proc/self/task");
  struct dirent *entry;
  int sum = 0;
  if (!tasks)
    return -1;
  while (sum >= 0 && (entry = readdir(tasks))) {
    pid_t tid = atoi(entry->d_name);
    int now = tid > 0 ? each(tid) : 0;
    sum = now < 0 ? -1 : sum + now;
  }
  closedir(tasks);
  return sum;
}

#define THREADS_MOST 64
static pid_t earlier[THREADS_MOST]; /* threads that existed before MPI made its own */
static int earlier_count;
static _Atomic pid_t other[THREADS_MOST]; /* not to be watched */
static atomic_int other_count;

static int is_other(pid_t tid) {
  int i = 0;
  while (i < THREADS_MOST && other[i] != tid)
    i++;
  return i < THREADS_MOST;
}

static void leave_out(pid_t tid) {
  int i = other_count++;
  if (i < THREADS_MOST)
    other[i] = tid;
}

void debug_registers_leave_out(void) {
  leave_out((pid_t)syscall(SYS_gettid));
}

static int was(pid_t tid) {
  if (earlier_count == THREADS_MOST)
    return -1;
  earlier[earlier_count++] = tid;
  return 0;
}

void debug_registers_before(void) {
  earlier_count = 0;
  if (threads_each(was) < 0)
    earlier_count = 0;
}

static int leave_out_new(pid_t tid) {
  int i = 0;
  while (i < earlier_count && earlier[i] != tid)
    i++;
  if (i == earlier_count && !is_other(tid))
    leave_out(tid);
  return 0;
}

void debug_registers_after(void) {
  if (earlier_count)
    threads_each(leave_out_new);
  earlier_count = 0;
}

static int owner_add_new(pid_t tid) {
  return known(tid) || is_other(tid) ? 0 : owner_add(tid);
}

/* Returns whether a register really tells of a store: on some virtual machines it never
 * does. */
static int tells(void) {
  static volatile uint64_t word;
  uint64_t hits = 0;
  struct perf_event_attr a = attribute((uintptr_t)&word, sizeof word, 1, 0);
  a.sample_period = a.sigtrap = a.inherit = a.inherit_thread = 0;
  int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0)
    return 0;
  word = 1;
  int told = read(fd, &hits, sizeof hits) == (ssize_t)sizeof hits && hits;
  close(fd);
  if (!told)
    errno = ENODEV;
  return told;
}

int debug_registers_open(void) {
  if (owners)
    return registers;
  if (debugger_attached()) {
    errno = EBUSY;
    return 0;
  }
  if (!tells())
    return 0;
  registers = POINTS;
  for (int round = 0; round < ROUNDS; round++) {
    int added = threads_each(owner_add_new);
    if (!added)
      break;
    if (added < 0) {
      int e = errno;
      debug_registers_close();
      errno = e;
      return 0;
    }
  }
  return registers;
}

void debug_registers_close(void) {
  for (int i = 0; i < owners; i++)
    owner_close(&owner[i]);
  free(owner);
  owner = NULL;
  owners = registers = 0;
}

static int set_all(int number, struct perf_event_attr *a) {
  int done = 0;
  for (int i = 0; i < owners; i++)
    done += !ioctl(owner[i].fd[number], PERF_EVENT_IOC_MODIFY_ATTRIBUTES, a);
  return done == owners ? 0 : -1;
}

int debug_registers_set(int number, uintptr_t lo, unsigned length, int loads, uint64_t cookie) {
  struct perf_event_attr a = attribute(lo, length, loads, cookie);
  return set_all(number, &a);
}

void debug_registers_clear(int number) {
  for (int i = 0; i < owners; i++)
    ioctl(owner[i].fd[number], PERF_EVENT_IOC_DISABLE, 0);
}
