/* What level pages may cost in a program with very many windows, with a clock that the test
 * sets: opening and closing all of them takes long. */
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
static int coarse_clock(clockid_t clock, struct timespec *t);
#define clock_gettime coarse_clock
#include "interpose/tracers/shared/meter.c"
#undef LOOK_EVERY
#include "interpose/tracers/pages/budget.c"
#include "tap.h"

#define SECOND 1000000000ull
#define MANY 3000
#define LOWEST ((uintptr_t)1 << 32)
#define APART (4 * PAGE)
#define FAULT 10000u /* ns */
#define CHANGE 5000u
#define CALL 200u

__thread struct thread *thread_current;
static uint64_t wall, traced; /* traced: of it for faults and changes of rights */
static struct region region[MANY];
static int closed[MANY], regions;

static void take(uint64_t ns) {
  wall += ns;
  traced += ns;
}

static int coarse_clock(clockid_t clock, struct timespec *t) {
  (void)clock;
  *t = (struct timespec){(time_t)(wall / SECOND), (long)(wall % SECOND)};
  return 0;
}

long gate_call(long number, ...) {
  va_list rest;
  va_start(rest, number);
  if (number == SYS_clock_gettime) {
    clockid_t clock = (clockid_t)va_arg(rest, long);
    coarse_clock(clock, va_arg(rest, struct timespec *));
  }
  va_end(rest);
  return 0;
}

int gate_copy(void *to, const void *from, size_t size) {
  (void)to, (void)from, (void)size;
  wall += FAULT;
  return -1;
}

void gate_hold(void) {
}

void gate_release(void) {
}

void *pages_grow(void *old, size_t bytes, size_t more) {
  return realloc(old, bytes + more);
}

int own_protect(uintptr_t lo, size_t size, int rights) {
  (void)size;
  if (lo >= LOWEST && lo < LOWEST + MANY * APART) {
    take(CHANGE);
    closed[(lo - LOWEST) / APART] = rights == PROT_NONE;
  } else {
    wall += CHANGE; /* budget_price tries */
  }
  return 0;
}

int region_look(uintptr_t at, struct region *out) {
  *out = region[(at - LOWEST) / APART];
  return 1;
}

uintptr_t region_bounds(uintptr_t at, size_t *size) {
  *size = PAGE;
  return region[(at - LOWEST) / APART].lo;
}

void region_change_deferred(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *),
                            void *context) {
  for (int i = 0; i < regions; i++)
    if (region[i].lo < hi && lo < region[i].hi)
      change(&region[i], context);
}

/* Calls of MPI, one for each window in turn, and each meets a fault in the window's page if
 * that is closed. Returns the part of the time that tracing took. */
static double run(int windows, int seconds) {
  regions = windows;
  wall = 1700000000 * SECOND;
  traced = 0;
  accounts[METER_ACCESSES].spent = 0;
  resting = any_open = any_counted = 0;
  again_cost = 0;
  for (int i = 0; i < windows; i++) {
    region[i] = (struct region){.lo = LOWEST + (uintptr_t)i * APART,
                                .hi = LOWEST + (uintptr_t)i * APART + PAGE};
    closed[i] = 1;
  }
  meter_begin(1);
  for (uint64_t began_at = wall; wall - began_at < (uint64_t)seconds * SECOND;)
    for (int i = 0; i < windows; i++) {
      wall += CALL;
      if (closed[i]) {
        take(FAULT);
        budget_count(region[i].lo, 8, 1);
      }
      if (budget_counted())
        budget_end();
    }
  return (double)traced / (seconds * 1e9);
}

int main(void) {
  static const int windows[] = {1, 10, 100, 1000, MANY};
  budget_begin(64, 0);
  budget_price();
  OK(cost == FAULT + HANDLING && change_cost == CHANGE);
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
    double part = run(windows[i], 100);
    printf("# %d windows: %.3f of the time\n", windows[i], part);
    OK(part < 0.005 + 1. / 32 + 1. / 6 + 0.01);
    OK(part > 0.02); /* it is not given up */
  }
  return tap_done();
}
