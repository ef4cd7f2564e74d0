/* Loops that are reported as a whole (hook_loop.c). The bytes that come out must be those that
 * the accesses would have reported one by one; where the filter wants none, some may be
 * missing. */
#include "interpose/base/leaf.c"
#include "interpose/tracers/shared/record.c"
#include "interpose/tracers/shared/record_end.c"
#include "interpose/tracers/shared/record_items.c"
#include "interpose/tracers/shared/record_poll.c"
#include "interpose/base/lock.c"
#include "interpose/stack/own_stack.c"
#include "interpose/stack/unwind.c"
#include "interpose/hooks/hook_table.c"
#include "interpose/hooks/hook_loop.c"
#include "interpose/base/aside.c"
#include "tap.h"

int unwinder_backtrace(void **pc, int most) {
  return unw_backtrace(pc, most);
}

#define OK_(good, what) tap_ok(good, what, __FILE__, __LINE__)
#define BYTES 32768

extern char __executable_start[], etext[];
__thread struct thread *thread_current;
_Atomic int thread_operations;
static struct thread only_one;
static char memory[BYTES] __attribute__((aligned(4096)));
static uint8_t model[2][BYTES], found[2][BYTES];
static long segments, polled, beyond;

struct thread *thread_new(void) {
  return thread_current = &only_one;
}

void thread_prepares(void (*with)(void)) {
  (void)with;
}

int fault_stack_apart(int (*function)(void *), void *argument, size_t room) {
  (void)room;
  return function(argument);
}

static void take(void *unused, const struct record_segment *s) {
  int store = record_sites[s->site].how & HOOKS_STORE;
  (void)unused;
  segments++;
  polled += s->polled != 0;
  for (int32_t i = 0; i < s->runs; i++)
    for (int64_t k = 0; k < s->run[i].count; k++)
      for (int64_t b = 0; b < s->run[i].length; b++) {
        int64_t at = s->run[i].lo + k * s->run[i].stride + b - (int64_t)(uintptr_t)memory;
        if (at < 0 || at >= BYTES)
          beyond++;
        else
          found[store][at] = 1;
      }
}

static void begin_segment(void) {
  memset(found, 0, sizeof found);
  memset(model, 0, sizeof model);
  segments = polled = beyond = 0;
}

static int is_marked(size_t at) {
  return __fencepost_filter[((uintptr_t)memory + at) >> HOOKS_SHIFT & (HOOKS_GRANULES - 1)];
}

static int end_segment(void) {
  long wrong = 0;
  record_end(NULL, NULL, take);
  for (int store = 0; store < 2; store++)
    for (size_t i = 0; i < BYTES; i++)
      wrong += is_marked(i) ? found[store][i] != model[store][i]
                            : found[store][i] && !model[store][i];
  return !wrong && !beyond && !record_lost();
}

static uint32_t state = 1;
static uint32_t chance(uint32_t below) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)((uint64_t)(state >> 8) * below >> 24);
}

/* Marks granules in the filter: all, or one of `one_of`, at random. */
static void mark(uint32_t one_of) {
  for (size_t i = 0; i < BYTES; i += HOOKS_GRANULE)
    __fencepost_filter[((uintptr_t)memory + i) >> HOOKS_SHIFT & (HOOKS_GRANULES - 1)] =
        chance(one_of) == 0;
}

/* A loop by one of five instructions: three load, two store. */
static void loop(int instruction, size_t from, intptr_t stride, size_t count, size_t size) {
  char *at = memory + from;
  for (size_t i = 0; i < count; i++)
    memset(&model[instruction > 2][(intptr_t)from + (intptr_t)i * stride], 1, size);
  switch (instruction) {
  case 0:
    __fencepost_loads(at, stride, count, size);
    break;
  case 1:
    __fencepost_loads(at, stride, count, size);
    break;
  case 2:
    __fencepost_loads(at, stride, count, size);
    break;
  case 3:
    __fencepost_stores(at, stride, count, size);
    break;
  default:
    __fencepost_stores(at, stride, count, size);
  }
}

static void random_loop(void) {
  static const size_t sizes[] = {1, 2, 4, 8, 16, 24, 600};
  size_t size = sizes[chance(7)], count = chance(5) ? chance(60) : chance(3);
  intptr_t stride = chance(3) ? (intptr_t)size : (intptr_t)chance(1200) - 600;
  intptr_t from = (intptr_t)chance(BYTES), last;
  if (chance(3) == 0)
    stride = -stride;
  last = from + stride * ((intptr_t)count - 1);
  if (from + (intptr_t)size <= BYTES &&
      (!count || (last >= 0 && last + (intptr_t)size <= BYTES)))
    loop((int)chance(5), (size_t)from, stride, count, size);
}

static void test_random(void) {
  int good = 1;
  for (int round = 0; round < 600 && good; round++) {
    mark(1 + chance(8));
    begin_segment();
    for (int i = 0; i < 150; i++)
      random_loop();
    good = end_segment();
  }
  OK_(good, "random loops come out byte by byte");
}

static void test_forms(void) {
  mark(1);
  begin_segment();
  loop(0, 8000, -8, 1000, 8);
  OK_(end_segment() && segments == 1, "a loop downwards");
  begin_segment();
  loop(0, 80, 8, 0, 8);
  OK_(end_segment() && segments == 0, "a loop that does not run tells nothing");
  begin_segment();
  for (size_t row = 0; row < 100; row++)
    loop(0, 8 + row * 320, 8, 30, 8);
  OK_(end_segment() && segments == 1, "rows of a matrix are one access");
  begin_segment();
  for (size_t row = 0; row < 100; row++)
    loop(3, row * 320, 32, 10, 8);
  OK_(end_segment() && segments == 1, "so are its columns");
  begin_segment();
  loop(0, 0, 8, 100, 8);
  loop(0, 800, 8, 100, 8);
  loop(0, 1600, 8, 50, 8);
  loop(0, 0, 8, 100, 8);
  loop(0, 64, 0, 100, 8);
  OK_(end_segment(), "what one instruction does in several loops");
}

/* A loop counts as polling only if it stays at one element. */
static void test_looks(void) {
  mark(1);
  record_chain_end();
  long all = 0;
  for (int i = 0; i < 4; i++) {
    begin_segment();
    loop(1, 64, 4, 2, 4);
    loop(2, 128, -1, 8, 1);
    if (!end_segment())
      all = 1;
    all += polled;
  }
  OK_(all == 0, "a loop over two elements does not poll");
  for (int i = 0; i < 4; i++) {
    begin_segment();
    loop(0, 256, 4, 1, 4);
    end_segment();
    all += polled;
  }
  OK_(all == 3, "one that looks at one element may");
}

int main(void) {
  hooks_own.text = (uintptr_t)__executable_start;
  hooks_own.site = calloc((size_t)(etext - __executable_start) / 4 + 1, sizeof(uint32_t));
  hooks_own.access = record_access;
  hooks_own.row = record_row;
  record_begin(0);
  thread_new();
  test_forms();
  test_looks();
  test_random();
  return tap_done();
}
