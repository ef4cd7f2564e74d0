#define _GNU_SOURCE
#include "gate_tell.h"
#include <poll.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#define _GNU
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include "interpose/arch/context.h"
#include "interpose/arch/slots.h"
#include "interpose/arch/system_call.h"

/* Calls whose result says how many bytes they have accessed: in argument 1, which has the size
 * in argument 2, or (0) in pieces. */
static const struct {
  short number, whole;
  unsigned does;
} movers[] = {{SYS_read, 1, INSTRUCTION_STORES},     {SYS_pread64, 1, INSTRUCTION_STORES},
              {SYS_recvfrom, 1, INSTRUCTION_STORES}, {SYS_write, 1, INSTRUCTION_LOADS},
              {SYS_pwrite64, 1, INSTRUCTION_LOADS},  {SYS_sendto, 1, INSTRUCTION_LOADS},
              {SYS_readv, 0, INSTRUCTION_STORES},    {SYS_preadv, 0, INSTRUCTION_STORES},
              {SYS_preadv2, 0, INSTRUCTION_STORES},  {SYS_recvmsg, 0, INSTRUCTION_STORES},
              {SYS_writev, 0, INSTRUCTION_LOADS},    {SYS_pwritev, 0, INSTRUCTION_LOADS},
              {SYS_pwritev2, 0, INSTRUCTION_LOADS},  {SYS_sendmsg, 0, INSTRUCTION_LOADS}};

/* Calls that fill what an argument points to: as many units as the call's result says, or
 * (ONE) one. The sizes are those of the kernel's structures (uapi headers). */
enum filled { ONE, RESULT };
static const struct {
  short number, pointer;
  enum filled times;
  short unit;
} fills[] = {
    {SYS_pipe2, 0, ONE, 8},
    {SYS_socketpair, 3, ONE, 8},
    {SYS_newfstatat, 2, ONE, sizeof(struct stat)},
    {SYS_fstat, 1, ONE, sizeof(struct stat)},
    {SYS_statx, 4, ONE, sizeof(struct statx)},
    {SYS_statfs, 1, ONE, sizeof(struct statfs)},
    {SYS_fstatfs, 1, ONE, sizeof(struct statfs)},
    {SYS_uname, 0, ONE, sizeof(struct utsname)},
    {SYS_getrusage, 1, ONE, sizeof(struct rusage)},
    {SYS_times, 0, ONE, sizeof(struct tms)},
    {SYS_sysinfo, 0, ONE, sizeof(struct sysinfo)},
    {SYS_clock_gettime, 1, ONE, 16},
    {SYS_clock_getres, 1, ONE, 16},
    {SYS_gettimeofday, 0, ONE, 16},
    {SYS_getrlimit, 1, ONE, 16},
    {SYS_prlimit64, 3, ONE, 16},
    {SYS_wait4, 1, ONE, 4},
    {SYS_getcwd, 0, RESULT, 1},
    {SYS_readlinkat, 2, RESULT, 1},
    {SYS_getrandom, 0, RESULT, 1},
    {SYS_getdents64, 1, RESULT, 1},
    {SYS_getxattr, 2, RESULT, 1},
    {SYS_fgetxattr, 2, RESULT, 1},
    {SYS_sched_getaffinity, 2, RESULT, 1},
    {SYS_getgroups, 1, RESULT, 4},
    {SYS_epoll_pwait, 1, RESULT, sizeof(struct epoll_event)},
    {SYS_pipe, 0, ONE, 8},
    {SYS_stat, 1, ONE, sizeof(struct stat)},
    {SYS_lstat, 1, ONE, sizeof(struct stat)},
    {SYS_time, 0, ONE, 8},
    {SYS_readlink, 1, RESULT, 1},
    {SYS_epoll_wait, 1, RESULT, sizeof(struct epoll_event)},
    {SYS_epoll_pwait2, 1, RESULT, sizeof(struct epoll_event)},
    {SYS_lgetxattr, 2, RESULT, 1},
    {SYS_listxattr, 1, RESULT, 1},
    {SYS_llistxattr, 1, RESULT, 1},
    {SYS_flistxattr, 1, RESULT, 1},
    {SYS_msgrcv, 1, ONE, 8}, /* its type; the text follows */
    {SYS_msgrcv, 1, RESULT, 1},
    {SYS_mq_timedreceive, 1, RESULT, 1},
    {SYS_getsockopt, 3, ONE, 4},
    {SYS_getsockname, 1, ONE, 2},
    {SYS_getpeername, 1, ONE, 2},
    {SYS_accept, 1, ONE, 2},
    {SYS_accept4, 1, ONE, 2},
    {SYS_waitid, 2, ONE, 24},
    {SYS_wait4, 3, ONE, sizeof(struct rusage)},
    {SYS_getresuid, 0, ONE, 4},
    {SYS_getresuid, 1, ONE, 4},
    {SYS_getresuid, 2, ONE, 4},
    {SYS_getresgid, 0, ONE, 4},
    {SYS_getresgid, 1, ONE, 4},
    {SYS_getresgid, 2, ONE, 4},
    {SYS_getcpu, 0, ONE, 4},
    {SYS_getcpu, 1, ONE, 4},
    {SYS_getitimer, 1, ONE, 32},
    {SYS_setitimer, 2, ONE, 32},
    {SYS_timer_create, 2, ONE, 4},
    {SYS_timer_gettime, 1, ONE, 32},
    {SYS_timer_settime, 3, ONE, 32},
    {SYS_timerfd_gettime, 1, ONE, 32},
    {SYS_timerfd_settime, 3, ONE, 32},
    {SYS_sched_getparam, 1, ONE, 4},
    {SYS_sched_getattr, 1, ONE, 48},
    {SYS_sched_rr_get_interval, 1, ONE, 16},
    {SYS_sigaltstack, 1, ONE, 24},
    {SYS_rt_sigaction, 2, ONE, 32},
    {SYS_rt_sigprocmask, 2, ONE, 8},
    {SYS_rt_sigpending, 0, ONE, 8},
    {SYS_rt_sigtimedwait, 1, ONE, 12},
    {SYS_capget, 1, ONE, 12},
    {SYS_get_mempolicy, 0, ONE, 4},
    {SYS_io_getevents, 3, RESULT, 32},
    {SYS_io_pgetevents, 3, RESULT, 32},
    {SYS_mincore, 2, ONE, 1},
    {SYS_adjtimex, 0, ONE, sizeof(struct timex)},
    {SYS_clock_adjtime, 1, ONE, sizeof(struct timex)},
    {SYS_name_to_handle_at, 2, ONE, 8},
    {SYS_name_to_handle_at, 3, ONE, 4},
};

/* A command of ioctl() says how many bytes it stores, but for old ones. */
static uint64_t ioctl_stores(uint64_t command) {
  switch (command) {
  case FIONREAD:
  case TIOCOUTQ:
  case TIOCGPGRP:
    return 4;
  case TIOCGWINSZ:
    return sizeof(struct winsize);
  }
  return _IOC_DIR(command) & _IOC_READ ? _IOC_SIZE(command) : 0;
}

static void tell_stored(const struct gated *c, uint64_t at, uint64_t size) {
  if (at >= 4096)
    slots_tell(at, size, INSTRUCTION_STORES, context_pc(c->context));
}

/* What poll() and select() say of each descriptor. */
static void tell_ready(const struct gated *c) {
  int polls = c->number == SYS_poll || c->number == SYS_ppoll;
  int selects = c->number == SYS_select || c->number == SYS_pselect6;
  for (uint64_t i = 0; polls && c->arg[0] >= 4096 && i < c->arg[1]; i++)
    tell_stored(c, c->arg[0] + i * sizeof(struct pollfd) + offsetof(struct pollfd, revents),
                sizeof(short));
  for (int set = 1; selects && set <= 3; set++)
    tell_stored(c, c->arg[set], (c->arg[0] + 63) / 64 * 8);
}

static void tell_filled(const struct gated *c, uint64_t result) {
  for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
    if (fills[i].number == c->number)
      tell_stored(c, c->arg[fills[i].pointer],
                  (fills[i].times == ONE ? 1 : result) * (uint64_t)fills[i].unit);
  if (c->number == SYS_ioctl)
    tell_stored(c, c->arg[2], ioctl_stores(c->arg[1]));
  tell_ready(c);
}

void gate_tell(const struct gated *c, const struct gate_pieces *k, long result) {
  uintptr_t pc = context_pc(c->context);
  uint64_t left = result > 0 ? (uint64_t)result : 0;
  size_t i = 0, n = sizeof movers / sizeof *movers;
  while (i < n && movers[i].number != c->number)
    i++;
  if (i == n) {
    if (result >= 0)
      tell_filled(c, left);
    return;
  }
  if (movers[i].whole)
    slots_tell(c->arg[1], left < c->arg[2] ? left : c->arg[2], movers[i].does, pc);
  for (int p = 0; !movers[i].whole && p < k->count && left; p++) {
    uint64_t part = k->piece[p].iov_len < left ? k->piece[p].iov_len : left;
    slots_tell(k->from[p], part, movers[i].does, pc);
    left -= part;
  }
}
