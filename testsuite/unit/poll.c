/* Loops of tests, as the watchdog sees them: a thread that only tests waits, however slow the
 * machine is; one that works between the tests does not. */
#include "interpose/calls/poll.c"
#include "tap.h"

#define IS(good, what) tap_ok(good, what, __FILE__, __LINE__)
#define PERIOD 0.2
#define US 1000 /* ns */
#define MS 1000000

static struct thread thread;
static struct usage usage;
static double at;
static uint64_t looked; /* Thread.seq at the last look */

struct usage usage_of(int tid) {
  (void)tid;
  return usage;
}

uint32_t stack_capture(struct thread *t) {
  (void)t;
  return 1;
}

static void begin(void) {
  free(thread.poll);
  thread = (struct thread){0};
  usage = (struct usage){1, 0, 0};
  at = 1;
  looked = 0;
}

static void test_once(uint64_t what) {
  const struct poll_item item = {.what = what, .call = thread.call};
  thread.seq++;
  note(&thread, &item, NULL);
  thread.seq++;
}

static void call_other(void) {
  thread.seq += 2;
}

static void look(void) {
  uint64_t seq = thread.seq;
  at += PERIOD;
  poll_look(&thread, looked, seq, at);
  looked = seq;
}

/* The thread tests so often in a period. What it uses is that of each round. */
static void tests(int rounds, int64_t ns, int breaks) {
  for (int i = 0; i < rounds; i++)
    test_once(7);
  usage.ns += (uint64_t)(rounds * ns);
  usage.breaks += (uint64_t)(rounds * breaks);
}

static void periods(int n, int rounds, int64_t ns, int breaks) {
  for (int i = 0; i < n; i++) {
    tests(rounds, ns, breaks);
    look();
  }
}

static int waits(void) {
  return poll_waits(&thread, at);
}

static void idle_loops(void) {
  begin();
  periods(3, 100000, 1 * US, 0);
  IS(!waits(), "a loop does not wait at once");
  periods(5, 100000, 1 * US, 0);
  IS(waits(), "after a second a tight loop waits");
  begin();
  periods(8, 1000, 20 * US, 1);
  IS(waits(), "so does one with naps");
  begin();
  periods(8, 300, 150 * US, 2);
  IS(waits(), "and one in which the library naps, too, on a slow machine");
}

/* What the machine does to a thread is not its work. */
static void disturbed_loops(void) {
  begin();
  periods(8, 400, 25 * US, 1);
  periods(1, 300, 130 * US, 1);
  IS(waits(), "one period in which switches cost much does not matter");
  periods(3, 400, 25 * US, 1);
  IS(waits(), "nor do those after it");
  begin();
  periods(8, 400, 25 * US, 1);
  usage.ready = 1;
  look();
  look();
  IS(waits(), "a thread that got no turn in two periods waits still");
  periods(1, 400, 25 * US, 1);
  IS(waits(), "and goes on to wait");
  thread.seq++;
  look();
  IS(waits(), "a test may have begun, and not got on");
  note(&thread, &(struct poll_item){.what = 7}, NULL);
  thread.seq++;
  periods(1, 400, 25 * US, 1);
  IS(waits(), "and ended");
}

static void working_loops(void) {
  begin();
  periods(12, 10000, 20 * US, 0);
  IS(!waits(), "a thread that works between the tests does not wait");
  begin();
  periods(12, 100, 500 * US, 2);
  IS(!waits(), "nor if it naps, too");
  begin();
  periods(12, 100, 500 * US, 20);
  IS(!waits(), "nor if it naps often, as in reading files");
  begin();
  periods(8, 400, 25 * US, 1);
  usage.ns += 180 * MS;
  periods(1, 10, 25 * US, 1);
  IS(!waits(), "nor one that has worked for most of a period");
  begin();
  periods(8, 400, 25 * US, 1);
  usage.ns += 20 * MS;
  usage.ready = 1;
  look();
  IS(!waits(), "nor one that works on a busy machine, and has not tested");
  begin();
  periods(8, 400, 25 * US, 1);
  look();
  IS(!waits(), "nor one that sleeps elsewhere");
}

static void loops_left(void) {
  begin();
  periods(8, 400, 25 * US, 1);
  call_other();
  periods(1, 400, 25 * US, 1);
  IS(!waits(), "another call begins the loop anew");
  periods(6, 400, 25 * US, 1);
  IS(waits(), "which waits in turn");
  for (int i = 0; i < 3; i++)
    test_once(8);
  look();
  IS(!waits(), "and a test of something else");
  begin();
  periods(8, 400, 25 * US, 1);
  tests(400, 25 * US, 1);
  thread.call++;
  thread.seq++;
  look();
  IS(!waits(), "a thread that is in another call does not poll");
  begin();
  periods(8, 400, 25 * US, 1);
  poll_over(&thread);
  IS(!waits(), "nor one that is in a call for long");
}

/* The thread tests for `items` things in turn, and in each round for something else after them,
 * if `new`. */
static void turns(int n, int items, int new) {
  static uint64_t other = 1000;
  for (int period = 0; period < n; period++) {
    for (int i = 0; i < 1000; i++) {
      for (int item = 0; item < items; item++) {
        thread.call = (unsigned)item % 2;
        test_once((uint64_t)(1 + item));
      }
      if (new)
        test_once(other++);
    }
    usage.ns += 1000 * (uint64_t)items * US;
    look();
  }
}

static void in_turn(void) {
  begin();
  turns(8, 3, 0);
  IS(waits(), "a loop that tests for several things in turn waits");
  IS(thread.poll->items == 3, "for all of them");
  thread.seq++;
  thread.call = 0;
  look();
  IS(waits(), "also while it is in a test");
  thread.seq++;
  begin();
  turns(8, POLL_ITEMS, 0);
  IS(waits(), "also for the most that are followed");
  begin();
  turns(8, POLL_ITEMS + 1, 0);
  IS(!waits(), "but not for more");
  begin();
  turns(8, 3, 1);
  IS(!waits(), "nor if each round has something new");
  struct request_entry *request[POLL_REQUESTS] = {NULL};
  begin();
  thread.seq++;
  poll_note_requests(&thread, request, 10);
  thread.seq += 2;
  poll_note_requests(&thread, request, POLL_REQUESTS - 9);
  IS(thread.poll->requests == 10 && thread.poll->uncounted, "too many requests are not kept");
  poll_forget(&thread);
  IS(!thread.poll->items && !thread.poll->uncounted, "and forgotten when one is complete");
}

int main(void) {
  idle_loops();
  disturbed_loops();
  working_loops();
  loops_left();
  in_turn();
  free(thread.poll);
  return tap_done();
}
