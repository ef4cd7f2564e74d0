/* hook_clock.c: functions that tell the time or wait for a while. Whether a program calls any
 * of them is asked (interpose/stack/imports.h), so this member of the archive has these alone.
 * TELLS: a loop that calls one may still be one that waits. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include "hook_wrap.h"

TELLS int __wrap_clock_gettime(clockid_t clock, struct timespec *to);
TELLS int __wrap_gettimeofday(struct timeval *to, void *zone);
TELLS int __wrap_nanosleep(const struct timespec *span, struct timespec *left);
TELLS int __wrap_clock_nanosleep(clockid_t clock, int flags, const struct timespec *span,
                                 struct timespec *left);

RESULT(int, clock_gettime, (clockid_t clock, struct timespec *to), (clock, to), STORED_BY_0(to))
RESULT(int, gettimeofday, (struct timeval * to, void *zone), (to, zone), STORED_BY_0(to))
RESULT(time_t, time, (time_t * to), (to), STORED(to))
RESULT(int, getrusage, (int whose, struct rusage *to), (whose, to), STORED_BY_0(to))

/* What is left is stored if a signal has ended the sleep. There is no other reason for one of a
 * length that is right not to be slept. */
#define WHOLE (unsigned long)span->tv_nsec < 1000000000 && span->tv_sec >= 0
#define SLEPT(so) WRITES(left, (so) && left && WHOLE ? sizeof *left : 0)
RESULT(int, nanosleep, (const struct timespec *span, struct timespec *left), (span, left),
       SLEPT(done))
RESULT(int, clock_nanosleep,
       (clockid_t clock, int flags, const struct timespec *span, struct timespec *left),
       (clock, flags, span, left), SLEPT(done == EINTR && !(flags & TIMER_ABSTIME)))

#define EVENTS                                                                                 \
  for (nfds_t i = 0; done >= 0 && i < n; i++)                                                  \
  STORED(&file[i].revents)
RESULT(int, ppoll,
       (struct pollfd * file, nfds_t n, const struct timespec *span, const sigset_t *signals),
       (file, n, span, signals), EVENTS)

/* The kernel stores words of a set, as many as there are files. */
#define WORDS (((size_t)n + 8 * sizeof(long) - 1) / (8 * sizeof(long)) * sizeof(long))
#define SETS                                                                                   \
  if (done >= 0) {                                                                             \
    WRITES(in, in ? WORDS : 0);                                                                \
    WRITES(out, out ? WORDS : 0);                                                              \
    WRITES(bad, bad ? WORDS : 0);                                                              \
  }
RESULT(int, pselect,
       (int n, fd_set *in, fd_set *out, fd_set *bad, const struct timespec *span,
        const sigset_t *signals),
       (n, in, out, bad, span, signals), SETS)
