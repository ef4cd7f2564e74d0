#define _GNU_SOURCE
#include "gate_tell.h"
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#define _GNU
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
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
};

static void tell_filled(const struct gated *c, uint64_t result) {
  for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
    if (fills[i].number == c->number && c->arg[fills[i].pointer] >= 4096)
      slots_tell(c->arg[fills[i].pointer],
                 (fills[i].times == ONE ? 1 : result) * (uint64_t)fills[i].unit,
                 INSTRUCTION_STORES, context_pc(c->context));
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
