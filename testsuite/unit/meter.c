/* What checks that can be left out may cost, against a clock that the test sets. */
#include "interpose/tracers/meter.h"
#include <stdint.h>
#include <time.h>
#include "interpose/entry/thread.h"
#include "tap.h"

#define SECOND 1000000000ull

__thread struct thread *thread_current;
static uint64_t monotonic, wall;

int clock_gettime(clockid_t clock, struct timespec *t) {
  uint64_t now = clock == CLOCK_REALTIME ? wall : monotonic;
  t->tv_sec = (time_t)(now / SECOND);
  t->tv_nsec = (long)(now % SECOND);
  return 0;
}

static void pass(uint64_t ns) {
  monotonic += ns;
  wall += ns;
}

/* A fixed time, then a part of the run time. */
static void share(void) {
  static struct spending s;
  spending_begin(&s, 1000, 10);
  OK(spending_affords(&s, 999));
  OK(!spending_affords(&s, 1000));
  spending_add(&s, monotonic);
  s.spent = 5000;
  OK(!spending_affords(&s, 0));
  pass(30000);
  OK(!spending_affords(&s, 0));
  pass(20000);
  OK(spending_affords(&s, 0));
}

static void lines(void) {
  static struct spending s;
  static struct thread t;
  spending_begin(&s, 1000, 10);
  thread_current = &t;
  t.registers[REG_CALLER] = 0x1000;
  int first = 0;
  for (int i = 0; i < 100; i++)
    first += spending_first(spending_line(&s));
  OK(first == 8);
  t.registers[REG_CALLER] = 0x2345;
  OK(spending_first(spending_line(&s)));
  thread_current = NULL;
}

/* Two processes that began at other times, and have other times since they booted, check in the
 * same moments: a fiftieth of the time, in each half second, at other points of it. */
static void together(void) {
  static struct spending a, b;
  int same = 1, moments = 0, points = 0;
  uint64_t last = 0;
  spending_begin_together(&a, 0);
  monotonic += 7 * SECOND + 12345;
  spending_begin_together(&b, 0);
  pass(1000 * SECOND); /* both have time to spend */
  wall -= wall % (SECOND / 2);
  for (int turn = 0; turn < 100; turn++) {
    int in = 0;
    for (int i = 0; i < 500; i++) {
      int first = spending_affords(&a, 1);
      same &= first == spending_affords(&b, 1);
      if (first && !in++) {
        uint64_t point = wall % (SECOND / 2);
        points += point / (SECOND / 20) != last / (SECOND / 20);
        last = point;
      }
      moments += first;
      pass(SECOND / 1000);
    }
    same &= in > 0;
  }
  OK(same);
  OK(moments >= 900 && moments <= 1100);
  OK(points > 50);
  b.spent = 10000 * SECOND;
  int none = 1;
  for (int i = 0; i < 2000; i++, pass(SECOND / 1000))
    none &= !spending_affords(&b, 1);
  OK(none);
}

/* What is asked in vain is asked the clock now and then only. */
static void asked(void) {
  static struct spending s;
  spending_begin(&s, 1000, 10);
  s.spent = 2000;
  OK(!spending_allows(&s, 10));
  pass(100000);
  int allowed = 0;
  for (int i = 0; i < 8; i++)
    allowed += spending_allows(&s, 10);
  OK(allowed == 1);
  OK(spending_allows(&s, 10));
}

int main(void) {
  wall = 1700000000 * SECOND;
  monotonic = 5 * SECOND;
  share();
  lines();
  together();
  asked();
  return tap_done();
}
