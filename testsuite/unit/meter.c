/* How much the checks may cost that can be left out, with a clock that the test sets. */
#include <time.h>
static int coarse_clock(clockid_t clock, struct timespec *t);
#define clock_gettime coarse_clock
#include "interpose/tracers/shared/meter.c"
#include <stdarg.h>
#include "tap.h"

#define SECOND 1000000000ull

__thread struct thread *thread_current;
static uint64_t wall;
static int calls, other_calls;

static void tell_time(struct timespec *t) {
  t->tv_sec = (time_t)(wall / SECOND);
  t->tv_nsec = (long)(wall % SECOND);
}

static int coarse_clock(clockid_t clock, struct timespec *t) {
  other_calls += clock != CLOCK_REALTIME_COARSE;
  tell_time(t);
  return 0;
}

long gate_call(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long clock = va_arg(rest, long);
  struct timespec *t = va_arg(rest, struct timespec *);
  va_end(rest);
  calls++;
  other_calls += number != SYS_clock_gettime || clock != CLOCK_REALTIME;
  tell_time(t);
  return 0;
}

/* Sets what an account may cost; it does not matter which account. */
static struct account *one(enum meter m, uint64_t free, unsigned always, unsigned together) {
  struct account *a = &accounts[m];
  memset(a, 0, sizeof *a);
  a->free = free;
  a->always = always;
  a->together = together;
  return a;
}

/* The account may use a fixed time, and after that a part of the run time. */
static void share(void) {
  struct account *a = one(0, 1000, 10, 0);
  meter_begin(1);
  OK(meter_affords(0, 999));
  OK(!meter_affords(0, 1000));
  meter_spend(0, 5000);
  OK(a->spent == 5000);
  OK(!meter_affords(0, 0));
  wall += 30000;
  OK(!meter_affords(0, 0));
  wall += 20000;
  OK(meter_affords(0, 0));
  wall -= SECOND; /* it was set back */
  OK(!meter_affords(0, 0));
  a->spent = 0;
  OK(meter_affords(0, 0));
}

/* The time that was spent is not the program's. */
static void own_time(void) {
  one(0, 0, 2, 0);
  meter_begin(1);
  meter_spend(0, 400);
  wall += 1190;
  OK(!meter_affords(0, 0));
  wall += 20;
  OK(meter_affords(0, 0));
}

/* Where processors are few, each process has a share of their time. */
static void crowded(void) {
  one(0, 1000, 10, 0);
  meter_spend(0, 2000);
  meter_begin(8);
  processors = 2;
  wall += 47000;
  OK(!meter_affords(0, 0));
  wall += 2000;
  OK(meter_affords(0, 0));
  processors = -1; /* not known */
  meter_spend(0, 2000);
  OK(meter_affords(0, 0));
  meter_begin(1);
}

static void lines(void) {
  static struct thread t;
  one(0, 1000, 10, 0);
  thread_current = &t;
  t.registers[REG_CALLER] = 0x1000;
  int first = 0;
  for (int i = 0; i < 100; i++)
    first += meter_first(meter_line(0));
  OK(first == 8);
  t.registers[REG_CALLER] = 0x2345;
  OK(meter_first(meter_line(0)));
  thread_current = NULL;
}

/* Two processes that did not begin at the same time check in the same moments: for a fiftieth
 * of each half second, at another point of it each time. */
static void together(void) {
  enum meter a = 0, b = 1;
  int same = 1, moments = 0, points = 0;
  uint64_t last = 0, begun[2] = {wall, wall + 7 * SECOND + 12345};
  one(a, 0, 0, 50);
  one(b, 0, 0, 50);
  wall += 1000 * SECOND; /* both have time to spend */
  wall -= wall % (SECOND / 2);
  for (int turn = 0; turn < 100; turn++) {
    int in = 0;
    for (int i = 0; i < 500; i++) {
      began = begun[a];
      int first = meter_affords(a, 1);
      began = begun[b];
      same &= first == meter_affords(b, 1);
      if (first && !in++) {
        uint64_t point = wall % (SECOND / 2);
        points += point / (SECOND / 20) != last / (SECOND / 20);
        last = point;
      }
      moments += first;
      wall += SECOND / 1000;
    }
    same &= in > 0;
  }
  OK(same);
  OK(moments >= 900 && moments <= 1100);
  OK(points > 50);
  meter_spend(b, 10000 * SECOND);
  int none = 1;
  for (int i = 0; i < 2000; i++, wall += SECOND / 1000)
    none &= !meter_affords(b, 1);
  OK(none);
}

/* Cheap checks may be made at any time, expensive ones in the common moments only. */
static void both(void) {
  int always = 0, moments = 0;
  one(0, 0, 32, 6);
  meter_begin(1);
  wall += 320 * SECOND;
  for (int i = 0; i < 6000; i++, wall += SECOND / 1000) {
    always += meter_affords(0, 9 * SECOND);
    moments += meter_affords(0, 20 * SECOND);
  }
  OK(always == 6000);
  OK(moments >= 900 && moments <= 1100);
}

/* While the answer is no, the meter reads the clock only now and then. */
static void asked(void) {
  one(0, 1000, 10, 0);
  meter_begin(1);
  meter_spend(0, 2000);
  OK(!meter_allows(0, 10));
  wall += 100000;
  int allowed = 0;
  for (int i = 0; i < 8; i++)
    allowed += meter_allows(0, 10);
  OK(allowed == 1);
  OK(meter_allows(0, 10));
}

/* The kernel is asked for the time only where it has put no clock into the process. */
static void coarsely(void) {
  one(0, 1000, 10, 0);
  meter_begin(1);
  meter_spend(0, 2000);
  wall += 100000;
  for (coarse = 0; coarse < 2; coarse++) {
    calls = 0;
    OK(meter_affords(0, 10));
    OK(calls == !coarse);
  }
}

static int told;

static void tell(const char *text, uint64_t count, enum access_kind what, enum unseen_why why) {
  told += *text && count == 2 && what == SEEN_ELSEWHERE && why == UNSEEN_COST;
}

static void left_out(void) {
  meter_leave_out(METER_SNAPSHOTS);
  meter_leave_out(METER_SNAPSHOTS);
  meter_leave_out(METER_GUARDS);
  meter_leave_out(METER_GUARDS);
  OK(meter_left_out(METER_SNAPSHOTS) == 2);
  meter_tell(tell);
  OK(told == 1); /* the other account has no text for the report */
}

int main(void) {
  wall = 1700000000 * SECOND;
  left_out();
  share();
  own_time();
  crowded();
  lines();
  together();
  both();
  asked();
  coarsely();
  OK(!other_calls);
  return tap_done();
}
