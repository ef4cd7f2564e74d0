#define _GNU_SOURCE
#include "points.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "interpose/tracers/pages/stack_window.h"
#include "guards.h"
#include "debug_registers.h"
#include "point_trap.h"
#include "interpose/arch/own_call.h"
#include "interpose/arch/region.h"
#include "interpose/arch/system_call.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/tracer.h"
#include "interpose/base/world.h"

#define SMALL POINTS_MOST /* buffers up to this size in bytes are watched whole */
#define WANTED 16         /* buffers of one call, at most */

/* A register. Protected by the lock of the world, except for `seen` and `paused`. */
static struct point {
  uintptr_t lo;
  unsigned length; /* 0: it is free */
  enum watch what;
  uint32_t generation;
  int alike;         /* for a buffer: all watched bytes still belong to one in use */
  atomic_int paid;   /* hits that are charged already */
  atomic_int paused; /* it costs too much */
} point[POINTS];

static struct wanted {
  uintptr_t lo, hi;
  enum watch what;
  uint32_t turn; /* how often the line was watched before */
} wanted[WANTED];
static int wanted_count, stale, unguards, resuming; /* resuming: a window was given up */

static decode_function *decoder;
static int on, registers, refused;
static _Atomic int busy; /* registers that are in use */

/* Registers make each switch to another process longer, those in use most: 0.7 us if they are
 * only open, 2.5 us if all four are in use (on a virtual machine, whose kernel has to ask its
 * host). So what they add is charged, and they are closed when they were not used for a while.
 */
#define SWITCH 600 /* ns, of each in use */
#define IDLE (50 * METER_MS)
static long switches; /* when that was last charged */
static uint64_t last_set;
static const char *why;
/* Measured once, because they differ tenfold between machines. */
static uint64_t set_cost, trap_cost;

static enum meter meter_of(enum watch what) {
  return what == WATCH_WINDOW ? METER_WINDOWS : METER_REGISTERS;
}

/* The registers. */

static uint64_t cookie_of(int i) {
  return POINT_COOKIE | (uint64_t)(point[i].generation & 0xffffff) << 4 | (unsigned)i;
}

int point_of(uint64_t cookie, struct point_span *out) {
  int i = (int)(cookie & 15);
  if ((cookie & ~0xffffffffull) != POINT_COOKIE || i >= POINTS)
    return -1;
  struct point *p = &point[i];
  *out = (struct point_span){p->lo, p->lo + p->length, p->alike};
  return p->length && cookie_of(i) == cookie ? i : -1;
}

/* In the handler. */
void point_hit(int i) {
  struct point *p = &point[i];
  if (p->paid > 0)
    p->paid--;
  else
    meter_spend(meter_of(p->what), trap_cost);
  if (meter_affords(meter_of(p->what), 0) || atomic_exchange(&p->paused, 1))
    return;
  debug_registers_clear(i);
  meter_leave_out(meter_of(p->what));
  resuming = tracer_due = 1;
}

/* MPI, or the kernel for it, writes what is received. These hits are not told but cost the
 * same, one for each byte. */
static int hits_of_mpi(unsigned length, enum watch what, int is_part) {
  return what != WATCH_WRITTEN ? 0 : is_part ? (int)length : 1;
}

static long switches_now(void) {
  struct rusage u = {0};
  own_call(SYS_getrusage, RUSAGE_SELF, (long)&u, 0, 0);
  return u.ru_nvcsw + u.ru_nivcsw;
}

/* Called before the number of those in use changes. */
static void charge_switches(void) {
  if (!registers)
    return;
  long now = switches_now();
  if (busy && now > switches)
    meter_spend(METER_REGISTERS, (uint64_t)((now - switches) * busy * SWITCH));
  switches = now;
}

static void point_clear(int i) {
  debug_registers_clear(i);
  busy -= point[i].length != 0;
  point[i].length = 0;
}

static int point_set(int i, uintptr_t lo, unsigned length, enum watch what, int is_part) {
  struct point *p = &point[i];
  busy += !p->length;
  last_set = meter_about_now();
  p->generation++;
  p->lo = lo;
  p->length = length;
  p->what = what;
  p->alike = what != WATCH_WINDOW;
  p->paused = 0;
  p->paid = hits_of_mpi(length, what, is_part);
  meter_spend(meter_of(what), set_cost + (unsigned)p->paid * trap_cost);
  if (!debug_registers_set(i, lo, length, what != WATCH_READ, cookie_of(i)) && !trap_taken())
    return 1;
  point_clear(i);
  return 0;
}

static int any_free(void) {
  return !registers || busy < registers;
}

static int point_free(void) {
  int i = 0;
  while (i < registers && point[i].length)
    i++;
  return i < registers ? i : -1;
}

/* Returns the size of the largest aligned piece at the beginning. */
static unsigned piece(uintptr_t lo, uintptr_t hi) {
  unsigned length = 8;
  while (length > 1 && (lo % length || hi - lo < length))
    length /= 2;
  return length;
}

/* Returns up to which address the memory is watched. */
static uintptr_t points_set(uintptr_t lo, uintptr_t hi, enum watch what) {
  for (int i; lo < hi && (i = point_free()) >= 0;) {
    unsigned length = piece(lo, hi);
    if (!point_set(i, lo, length, what, 0))
      break;
    lo += length;
  }
  return lo;
}

static int is_set(uintptr_t lo, uintptr_t hi) {
  for (int i = 0; i < registers; i++)
    if (point[i].length && point[i].lo < hi && point[i].lo + point[i].length > lo)
      return 1;
  return 0;
}

/* Opening. */

/* Measures what it costs to set a register, and to take a hit. */
static void measure(void) {
  static volatile uint64_t word;
  uint64_t from = meter_now();
  point_set(0, (uintptr_t)&word, sizeof word, WATCH_READ, 0);
  uint64_t set = meter_now();
  word = 1;
  uint64_t hit = meter_now();
  word = 2;
  uint64_t again = meter_now();
  point_clear(0);
  set_cost = set - from;
  trap_cost = again - hit < hit - set ? again - hit : hit - set;
}

static int refuse(const char *text) {
  why = text;
  refused = 1;
  return 0;
}

static int opened(void) {
  if (registers || refused || !on)
    return registers > 0;
  uint64_t from = meter_now();
  if (!(registers = debug_registers_open()))
    return refuse(strerror(errno));
  last_set = meter_about_now();
  switches = switches_now();
  if (set_cost) {
    meter_spend(METER_REGISTERS, meter_now() - from);
    return 1;
  }
  if (!trap_install(decoder)) {
    registers = 0;
    debug_registers_close();
    return refuse("SIGTRAP cannot be caught");
  }
  measure();
  return 1;
}

static void close_idle(void) {
  if (!registers || busy)
    return;
  if (meter_about_now() - last_set > IDLE) {
    registers = 0;
    debug_registers_close();
  } else {
    tracer_due = 1;
  }
}

/* Clears all registers at once. May be called whatever the program is doing. */
void point_give_up(void) {
  for (int i = 0; i < registers; i++)
    debug_registers_clear(i);
}

/* Windows. */

size_t points_cover(uintptr_t lo, size_t size) {
  size_t covered = 0;
  world_lock();
  if (size && size <= SMALL && opened() && trap_ready()) {
    for (int i = 0; i < registers; i++) /* windows go first */
      if (point[i].length && point[i].what != WATCH_WINDOW)
        point_clear(i);
    covered = points_set(lo, lo + size, WATCH_WINDOW) - lo;
  }
  world_unlock();
  return covered;
}

void points_uncover(uintptr_t lo, size_t size) {
  world_lock();
  for (int i = 0; i < registers; i++)
    if (point[i].length && point[i].what == WATCH_WINDOW && point[i].lo >= lo &&
        point[i].lo < lo + size)
      point_clear(i);
  world_unlock();
}

/* Buffers. */

/* Returns whether accesses there are seen in another way. Guarded buffers do not count, because
 * their guard may end, nor memory that is open until a window comes. */
static int is_view(uintptr_t at) {
  struct region r;
  return region_look(at, &r) && r.lo <= at && !(r.state & (REGION_BUFFER | REGION_LINGERS));
}

static void want(int64_t lo, int64_t hi, enum watch what, uint32_t turn) {
  frames_also((uintptr_t)lo, (uintptr_t)hi);
  if (wanted_count == WANTED || is_view((uintptr_t)lo))
    return;
  wanted[wanted_count++] = (struct wanted){(uintptr_t)lo, (uintptr_t)hi, what, turn};
  tracer_due = 1;
}

int points_pass(void) {
  if (!on)
    return 1;
  if ((any_free() || guards_may_add()) && (meter_is_first(meter_line(METER_REGISTERS)) ||
                                           meter_allows(METER_REGISTERS, set_cost + trap_cost)))
    return 0;
  if (!refused)
    meter_leave_out(METER_REGISTERS);
  return 1;
}

void points_watch(const struct event_run *run, enum watch what) {
  if (what == WATCH_WINDOW || run->length <= 0 || points_pass())
    return;
  struct meter_line *line = meter_line(METER_REGISTERS);
  meter_first(line);
  line->turns++;
  int64_t hi = run->lo + run->length,
          last = run->lo + (run->count > 1 ? (run->count - 1) * run->stride : 0);
  want(run->lo, hi, what, line->turns);
  if (run->count > 1)
    want(last, last + run->length, what, line->turns);
}

void points_unwatch(void) {
  for (int i = 0; i < registers; i++)
    if (point[i].length && point[i].what != WATCH_WINDOW)
      stale = tracer_due = 1;
  if (guards_count)
    unguards = tracer_due = 1;
}

static unsigned uses(uintptr_t lo, uintptr_t hi) {
  return check_uses(world.check, (int64_t)lo, (int64_t)hi);
}

/* Returns how many of its bytes are still in use. */
static unsigned used(const struct point *p) {
  unsigned count = 0;
  for (uintptr_t at = p->lo; at < p->lo + p->length; at++)
    count += uses(at, at + 1) >> p->what & 1;
  return count;
}

static void clear_stale(void) {
  for (int i = 0; stale && i < registers; i++) {
    struct point *p = &point[i];
    if (!p->length || p->what == WATCH_WINDOW)
      continue;
    if (!(uses(p->lo, p->lo + p->length) >> p->what & 1))
      point_clear(i);
    else
      p->alike = used(p) == p->length;
  }
  stale = 0;
}

/* Watches windows again that were given up for a while. */
static int resume(void) {
  int waiting = 0;
  for (int i = 0; i < registers; i++) {
    struct point *p = &point[i];
    if (!p->length || !p->paused)
      continue;
    if (meter_affords(meter_of(p->what), 0))
      point_set(i, p->lo, p->length, p->what, 0);
    else
      waiting = 1;
  }
  return waiting;
}

/* If MPI writes byte by byte, each watched byte is a hit. So after some turns one byte is
 * enough. */
#define WIDE_TURNS 8
static int is_wide(const struct wanted *w) {
  return w->what == WATCH_READ || w->turn <= WIDE_TURNS;
}

static void set_place(const struct wanted *w, uintptr_t at) {
  int i = point_free();
  if (i >= 0 && at >= w->lo && at < w->hi)
    point_set(i, at, is_wide(w) ? piece(at, w->hi) : 1, w->what, 1);
}

/* Watches the first and the last bytes of a large buffer in one turn, and other bytes in the
 * next. The golden ratio spreads those evenly. */
static void set_part(const struct wanted *w) {
  uintptr_t words = (w->hi - w->lo) / 8, last = w->hi - 1;
  if (w->turn % 2) {
    set_place(w, w->lo);
    set_place(w, is_wide(w) ? last & ~7ul : last);
  } else {
    set_place(w, w->lo + (uintptr_t)((w->turn * 2654435769u) / 4294967296.0 * words) * 8);
  }
}

/* Returns whether all of it is watched now. */
static int set_small(const struct wanted *w) {
  return w->hi - w->lo <= SMALL && any_free() && opened() && trap_ready() &&
         points_set(w->lo, w->hi, w->what) == w->hi;
}

static int is_due(const struct wanted *w) {
  return (uses(w->lo, w->hi) >> w->what & 1) && !is_set(w->lo, w->hi);
}

static void set_large(const struct wanted *w) {
  if (guards_add(w->lo, w->hi, w->what, w->turn))
    return;
  world_lock();
  if (any_free() && is_due(w) && opened() && trap_ready())
    set_part(w);
  world_unlock();
}

/* Whether settling would only find that no register was in use for a while. That is looked at
 * now and then. */
#define LOOKS 64
static int only_idle(void) {
  static unsigned looks;
  return !wanted_count && !stale && !unguards && !resuming && ++looks % LOOKS;
}

void points_settle(void) {
  int e = errno, count = 0;
  struct wanted large[WANTED];
  if (only_idle()) {
    tracer_due = 1;
    return;
  }
  world_lock();
  if (wanted_count || stale)
    charge_switches();
  clear_stale();
  if ((resuming = resume()))
    tracer_due = 1;
  for (int i = 0; i < wanted_count; i++)
    if (is_due(&wanted[i]) && !set_small(&wanted[i]))
      large[count++] = wanted[i];
  wanted_count = 0;
  int done = unguards;
  unguards = 0;
  close_idle();
  world_unlock();
  if (done)
    guards_settle(0);
  for (int i = 0; i < count; i++)
    set_large(&large[i]);
  errno = e;
}

/* Beginning and end. */

void points_begin(decode_function *decode) {
  decoder = decode;
  trap_begin();
  on = 1;
}

void points_stop(void) {
  on = 0;
  registers = busy = 0;
  memset(point, 0, sizeof point);
  debug_registers_close();
}

void points_end(void) {
  char text[256];
  if (refused) {
    snprintf(text, sizeof text,
             "small buffers and windows that cannot be protected are not watched (%s)", why);
    world_blind(text, SEEN_ELSEWHERE, UNSEEN_SYSTEM);
    return;
  }
  world_unseen("accesses to watched memory by an instruction that cannot be told",
               trap_unknown(), SEEN_ELSEWHERE, UNSEEN_INSTRUCTION);
  world_unseen("calls after which no buffer could be watched: SIGTRAP is blocked or taken",
               trap_not_ready(), SEEN_ELSEWHERE, UNSEEN_SYSTEM);
}
