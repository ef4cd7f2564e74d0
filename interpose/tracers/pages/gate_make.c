#define _GNU_SOURCE
#include "gate_make.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include "fault.h"
#include "interpose/arch/context.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/system_call.h"
#include "gate_futex.h"
#include "gate_tell.h"
#include "interpose/arch/region.h"
#include "interpose/arch/slots.h"

#define PIECES 64
#define UNKNOWN 256 /* bytes to assume for something whose size is not known */

/* What the kernel gets in place of the program's data. */
struct copies {
  uint64_t arg[6];
  int must_open; /* nothing but opening the regions makes this call possible */
  int concerns;
  int pieces;
  struct iovec piece[PIECES];
  uint64_t from[PIECES]; /* where the program has each piece */
  struct msghdr message;
  uint64_t mask, mask_at[2];
};

/* Which argument of a call is the size of another one, in units of `unit`; -1: the size is
 * `unit`. */
static const struct {
  short number, pointer, count, unit;
} sizes[] = {{SYS_nanosleep, 0, -1, 16},
             {SYS_nanosleep, 1, -1, 16},
             {SYS_clock_nanosleep, 2, -1, 16},
             {SYS_clock_nanosleep, 3, -1, 16},
             {SYS_clock_gettime, 1, -1, 16},
             {SYS_gettimeofday, 0, -1, 16},
             {SYS_ppoll, 2, -1, 16},
             {SYS_pselect6, 4, -1, 16},
             {SYS_select, 4, -1, 16},
             {SYS_rt_sigtimedwait, 2, -1, 16},
             {SYS_epoll_ctl, 3, -1, sizeof(struct epoll_event)},
             {SYS_pipe2, 0, -1, 8},
             {SYS_wait4, 1, -1, 4},
             {SYS_read, 1, 2, 1},
             {SYS_write, 1, 2, 1},
             {SYS_pread64, 1, 2, 1},
             {SYS_pwrite64, 1, 2, 1},
             {SYS_sendto, 1, 2, 1},
             {SYS_recvfrom, 1, 2, 1},
             {SYS_getdents64, 1, 2, 1},
             {SYS_getrandom, 0, 1, 1},
             {SYS_getcwd, 0, 1, 1},
             {SYS_readlink, 1, 2, 1},
             {SYS_readlinkat, 2, 3, 1},
             {SYS_poll, 0, 1, sizeof(struct pollfd)},
             {SYS_ppoll, 0, 1, sizeof(struct pollfd)},
             {SYS_epoll_wait, 1, 2, sizeof(struct epoll_event)},
             {SYS_epoll_pwait, 1, 2, sizeof(struct epoll_event)},
             {SYS_getgroups, 1, 0, 4},
             {SYS_sched_getaffinity, 2, 1, 1},
             {SYS_sched_setaffinity, 2, 1, 1},
             {SYS_setxattr, 2, 3, 1},
             {SYS_getxattr, 2, 3, 1},
             {SYS_fgetxattr, 2, 3, 1},
             {SYS_msync, 0, 1, 1},
             {SYS_mlock, 0, 1, 1},
             {SYS_munlock, 0, 1, 1}};

static uint64_t size_of(const struct gated *c, int pointer) {
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sizes[i].number == c->number && sizes[i].pointer == pointer)
      return (sizes[i].count < 0 ? 1 : c->arg[sizes[i].count]) * (uint64_t)sizes[i].unit;
  return UNKNOWN;
}

static void set_held(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_HELD;
}

/* The alias must stay while a call may use it, and another thread's call may take long. */
static void hold(uint64_t at) {
  struct region r;
  if (region_look(at, &r) && r.lo <= at && !(r.state & REGION_HELD) &&
      r.thread != (uintptr_t)__builtin_thread_pointer())
    region_change(at, at + 1, set_held, NULL);
}

/* Memory that is being copied must not be changed. */
static void wait_for_copies(void) {
  struct region r;
  for (uintptr_t at = 0; region_look(at, &r); at = r.hi)
    while (r.state & REGION_BUSY && r.thread != (uintptr_t)__builtin_thread_pointer()) {
      gate_call(SYS_sched_yield);
      if (!region_look(at, &r))
        return;
    }
}

/* Returns where the kernel finds the `size` bytes at `at`. If something of unknown size lies
 * before a region and reaches into it, the call fails with EFAULT and is made again. */
static uint64_t place(struct copies *k, uint64_t at, uint64_t size) {
  intptr_t delta;
  uint64_t room = region_border(at, &delta);
  if (delta) {
    k->concerns = 1;
    hold(at);
  }
  if (room < size && at + size > at && (delta || size != UNKNOWN))
    k->must_open = k->concerns = 1;
  return at + (uint64_t)delta;
}

/* Makes at most PIECES - from pieces. Returns how many it made; -1: too many. */
static int cut(struct copies *k, int from, uint64_t at, uint64_t size) {
  do {
    intptr_t delta;
    uint64_t room = region_border(at, &delta), part = room < size ? room : size;
    if (from == PIECES)
      return -1;
    k->concerns |= delta != 0 || part < size;
    if (delta)
      hold(at);
    k->from[from] = at;
    k->piece[from++] = (struct iovec){(void *)(at + (uint64_t)delta), part};
    at += part;
    size -= part;
  } while (size);
  return from;
}

/* Divides an array of pieces. Returns how many it became; -1: it stays as it is. */
static long vector(struct copies *k, uint64_t at, uint64_t count) {
  struct iovec given[16];
  int made = 0;
  if (count > IOV_MAX)
    return -1;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 16 == 0) {
      uint64_t n = count - i < 16 ? count - i : 16, from = at + i * sizeof *given;
      intptr_t delta;
      if (region_border(from, &delta) < n * sizeof *given)
        k->must_open = k->concerns = 1;
      k->concerns |= delta != 0;
      if (gate_copy(given, (void *)(from + (uint64_t)delta), n * sizeof *given))
        return -1;
    }
    uint64_t base = (uint64_t)given[i % 16].iov_base;
    int next = cut(k, made < 0 ? 0 : made, base, given[i % 16].iov_len);
    if (next < 0 || made < 0)
      made = -1;
    else
      made = next;
  }
  if (made < 0 && k->concerns)
    k->must_open = 1;
  return made;
}

static void vector_arg(struct copies *k, const struct gated *c, int pointer) {
  long n = vector(k, c->arg[pointer], c->arg[pointer + 1]);
  if (n >= 0 && k->concerns) {
    k->arg[pointer] = (uint64_t)k->piece;
    k->arg[pointer + 1] = (uint64_t)n;
    k->pieces = (int)n;
  }
}

/* If a region begins or ends in its buffer, a call with one buffer becomes the one with
 * pieces. */
static long buffer_arg(struct copies *k, const struct gated *c, long with_pieces) {
  intptr_t delta;
  uint64_t size = c->arg[2] < 0x7ffff000 ? c->arg[2] : 0x7ffff000;
  if (!size || region_border(c->arg[1], &delta) >= size) {
    k->arg[1] = place(k, c->arg[1], 0);
    return c->number;
  }
  int n = cut(k, 0, c->arg[1], size);
  if (n < 0) {
    k->must_open = 1;
    return c->number;
  }
  k->arg[1] = (uint64_t)k->piece;
  k->arg[2] = (uint64_t)n;
  return with_pieces;
}

static void message_arg(struct copies *k, const struct gated *c) {
  struct msghdr *m = &k->message;
  uint64_t at = place(k, c->arg[1], sizeof *m);
  k->arg[1] = at;
  if (k->must_open || gate_copy(m, (void *)at, sizeof *m))
    return;
  uint64_t name = place(k, (uint64_t)m->msg_name, m->msg_namelen),
           control = place(k, (uint64_t)m->msg_control, m->msg_controllen);
  long n = vector(k, (uint64_t)m->msg_iov, m->msg_iovlen);
  if (n < 0 || !k->concerns)
    return;
  m->msg_name = (void *)name;
  m->msg_control = (void *)control;
  m->msg_iov = k->piece;
  m->msg_iovlen = (size_t)n;
  k->pieces = (int)n;
  k->arg[1] = (uint64_t)m;
}

static void many_messages(struct copies *k, const struct gated *c) {
  uint64_t at = place(k, c->arg[1], c->arg[2] * sizeof(struct mmsghdr));
  for (uint64_t i = 0; i < c->arg[2] && i < UIO_MAXIOV; i++) {
    struct mmsghdr m;
    if (k->must_open || gate_copy(&m, (void *)(at + i * sizeof m), sizeof m))
      return;
    place(k, (uint64_t)m.msg_hdr.msg_name, m.msg_hdr.msg_namelen);
    place(k, (uint64_t)m.msg_hdr.msg_control, m.msg_hdr.msg_controllen);
    vector(k, (uint64_t)m.msg_hdr.msg_iov, m.msg_hdr.msg_iovlen);
  }
  k->must_open |= k->concerns;
}

static void mask_arg(struct copies *k, uint64_t *argument) {
  uint64_t at = place(k, *argument, sizeof k->mask);
  if (!at || k->must_open || gate_copy(&k->mask, (void *)at, sizeof k->mask))
    return;
  k->concerns |= (k->mask & fault_owned()) != 0;
  k->mask &= ~fault_owned();
  *argument = (uint64_t)&k->mask;
}

/* Replaces a mask that a pointer in an argument points to, with its size. */
static void mask_at_arg(struct copies *k, const struct gated *c) {
  uint64_t at = place(k, c->arg[5], sizeof k->mask_at);
  if (!at || k->must_open || gate_copy(k->mask_at, (void *)at, sizeof k->mask_at))
    return;
  mask_arg(k, &k->mask_at[0]);
  k->arg[5] = (uint64_t)k->mask_at;
}

/* Returns the number of the call to make. */
static long translate(struct copies *k, const struct gated *c) {
  memset(k, 0, offsetof(struct copies, piece));
  for (int i = 0; i < 6; i++)
    k->arg[i] = c->arg[i];
  int from = 0;
  long number = c->number;
  switch (c->number) {
  case SYS_read:
    return buffer_arg(k, c, SYS_readv);
  case SYS_write:
    return buffer_arg(k, c, SYS_writev);
  case SYS_pread64:
    return buffer_arg(k, c, SYS_preadv);
  case SYS_pwrite64:
    return buffer_arg(k, c, SYS_pwritev);
  case SYS_readv:
  case SYS_writev:
  case SYS_preadv:
  case SYS_pwritev:
  case SYS_preadv2:
  case SYS_pwritev2:
  case SYS_vmsplice:
    vector_arg(k, c, 1);
    return number;
  case SYS_process_vm_readv:
  case SYS_process_vm_writev:
    vector_arg(k, c, 1);
    k->arg[3] = place(k, c->arg[3], c->arg[4] * sizeof(struct iovec));
    return number;
  case SYS_sendmsg:
  case SYS_recvmsg:
    message_arg(k, c);
    return number;
  case SYS_sendmmsg:
  case SYS_recvmmsg:
    many_messages(k, c);
    return number;
  case SYS_rt_sigsuspend:
    mask_arg(k, &k->arg[0]);
    return number;
  case SYS_ppoll:
    mask_arg(k, &k->arg[3]);
    break;
  case SYS_epoll_pwait:
  case SYS_epoll_pwait2:
    mask_arg(k, &k->arg[4]);
    break;
  case SYS_pselect6:
  case SYS_io_pgetevents:
    mask_at_arg(k, c);
    break;
  }
  for (int i = from; i < 6; i++)
    if (k->arg[i] == c->arg[i] && c->arg[i] >= 4096)
      k->arg[i] = place(k, c->arg[i], size_of(c, i));
  return number;
}

int gate_concerns(const struct gated *c) {
  struct copies k;
  translate(&k, c);
  return k.concerns;
}

static void set_mask(uint64_t mask) {
  gate_call(SYS_rt_sigprocmask, (long)SIG_SETMASK, &mask, NULL, sizeof mask);
}

static long call(long number, const uint64_t *a) {
  return gate_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

long gate_make_open(const struct gated *c, uint64_t mask) {
  gate_open();
  int paused = fault_pause(c->context);
  set_mask(mask);
  long result = call(c->number, c->arg);
  set_mask(*fault_mask(c->context));
  fault_resume(paused, c->context);
  gate_close();
  return result;
}

static void message_back(const struct copies *k, const struct gated *c) {
  uint64_t at = region_alias(c->arg[1]);
  const struct msghdr *m = &k->message;
  if (c->number != SYS_recvmsg || k->arg[1] != (uint64_t)m)
    return;
  gate_copy((char *)at + offsetof(struct msghdr, msg_namelen), &m->msg_namelen,
            sizeof m->msg_namelen);
  gate_copy((char *)at + offsetof(struct msghdr, msg_controllen), &m->msg_controllen,
            sizeof m->msg_controllen);
  gate_copy((char *)at + offsetof(struct msghdr, msg_flags), &m->msg_flags,
            sizeof m->msg_flags);
}

long gate_make(const struct gated *c) {
  struct copies k;
  wait_for_copies();
  if (c->number == SYS_futex)
    return gate_futex(c);
  long number = translate(&k, c), result = -EFAULT;
  uint64_t mask = *fault_mask(c->context);
  if (!k.must_open) {
    int paused = fault_pause(c->context);
    result = call(number, k.arg);
    fault_resume(paused, c->context);
    if (result >= 0)
      message_back(&k, c);
  }
  /* or a region came or went meanwhile, or data that an argument points to has pointers into
   * one */
  if (result == -EFAULT) {
    wait_for_copies();
    result = gate_make_open(c, mask);
  }
  gate_tell(c, &(struct gate_pieces){k.pieces, k.piece, k.from}, result);
  return result;
}
