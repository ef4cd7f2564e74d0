/* In each run another allocation fails: the first, the second, and so on. The checker must stop,
 * say so and leak nothing. This is linked with malloc, calloc and realloc wrapped. */
#include <stdlib.h>
#include "sim.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

static long left = -1; /* so many allocations succeed, then all fail; -1: none fails */

static int fails(void) {
  if (left > 0)
    left--;
  return left == 0;
}

void *__wrap_malloc(size_t n) {
  return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size) {
  return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n) {
  return fails() ? NULL : __real_realloc(p, n);
}

static struct check *check;

static void on_finding(void *context, const struct finding *f) {
  if (++*(int *)context == 1)
    sim_note("%s", f->message);
}

static void feed(struct event e, int rank) {
  e.rank = rank;
  e.phase = EVENT_ENTER;
  check_feed(check, &e);
  if (rank)
    return;
  e.phase = EVENT_LEAVE;
  e.ok = 1;
  check_feed(check, &e);
}

static struct event call(int kind, int target) {
  struct event e = sim_event_of(kind, CALL_Win_fence, 0, 1);
  e.target = target;
  e.flag = kind == EVENT_TEST;
  return e;
}

static struct event grouped(int kind, int index) {
  static int32_t indices[16];
  struct event e = call(kind, -1);
  indices[index] = index;
  e.u.group = (struct event_group){.count = 1, .index = &indices[index]};
  return e;
}

static struct event put(int target, int64_t disp, uint64_t request) {
  struct event e = call(EVENT_OP, target);
  e.u.op.disp = disp;
  e.u.op.request = request;
  e.u.op.origin = sim_data(0x900000, 4, 1, 0);
  e.u.op.target = sim_data(0, 4, 1, 0);
  return e;
}

static struct event create(uint64_t win, int flavor) {
  static const struct event_member members[16] = {
      {64, 1, 0},  {64, 1, 1},  {64, 1, 2},  {64, 1, 3}, {64, 1, 4},  {64, 1, 5},
      {64, 1, 6},  {64, 1, 7},  {64, 1, 8},  {64, 1, 9}, {64, 1, 10}, {64, 1, 11},
      {64, 1, 12}, {64, 1, 13}, {64, 1, 14}, {64, 1, 15}};
  struct event e = sim_event(EVENT_WIN_CREATE, 0, win);
  e.u.window = (struct event_window){(uint8_t)flavor, MODEL_UNIFIED, 0, 0x10000, 0, 16, members};
  return e;
}

static void of(uint64_t win, struct event e, int rank) {
  e.win = win;
  feed(e, rank);
}

/* Uses a bit of everything, without a mistake. */
static void program(void) {
  feed(create(1, FLAVOR_CREATE), 0);
  feed(create(2, FLAVOR_DYNAMIC), 0);
  for (int i = 0; i < 16; i++) {
    feed(grouped(EVENT_POST, i), i);
    feed(grouped(EVENT_START, i), 0);
    feed(put(i, 0, 0), 0);
    feed(call(EVENT_COMPLETE, -1), 0);
    if (i == 0)
      feed(call(EVENT_TEST, -1), 0);
  }
  for (int i = 0; i < 16; i++)
    feed(call(EVENT_LOCK, i), 0);
  for (int i = 0; i < 16; i++)
    feed(put(i, 0, (uint64_t)i + 1), 0);
  for (int i = 0; i < 16; i++)
    feed(call(EVENT_UNLOCK, i), 0);
  for (int i = 0; i < 8; i++) {
    struct event e = sim_event(EVENT_ATTACH, 0, 2);
    e.u.region = (struct event_region){0x100000u + (unsigned)i * 64, 32};
    feed(e, 0);
  }
  struct event told = call(EVENT_FENCE, -1);
  told.assertion = ASSERT_NOPRECEDE;
  for (uint64_t i = 1; i < 8; i++) {
    told.u.number = i;
    feed(told, 15);
  }
  struct event noted = put(0, 0, 0);
  noted.u.op.epoch = 3;
  feed(noted, 2);
  of(2, call(EVENT_LOCK_ALL, -1), 0);
  for (int i = 0; i < 16; i++)
    of(2, put(i ? i : 0, i ? 0x200000 + i * 64 : 0x100000, 0), 0);
  of(2, call(EVENT_UNLOCK_ALL, -1), 0);
  of(2, call(EVENT_WIN_FREE, -1), 0);
  of(1, call(EVENT_WIN_FREE, -1), 0);
  feed(sim_event(EVENT_FINALIZE, 0, 0), 0);
}

static void see(void *context, const struct check_window *w) {
  *(int *)context += w->peers;
}

int main(void) {
  int findings = 0, seen = 0, stopped = 1, whole = 0;
  const struct check_output out = {.context = &findings, .finding = on_finding};
  long n = 1;
  size_t before = sim_memory();
  for (; n < 20000 && !whole; n++) {
    left = n;
    check = check_new(0, 16, 0, &out);
    if (check) {
      program();
      check_windows(check, &seen, see);
      whole = left > 0;
      stopped = stopped && check_failed(check) == !whole;
    }
    left = -1;
    check_free(check);
  }
  size_t after = sim_memory();
  sim_ok(whole && n > 50, "every allocation fails once");
  sim_ok(stopped, "a checker without memory has failed");
  sim_ok(findings == 0, "it guesses nothing");
  sim_ok(after == before, "and leaks nothing");
  return sim_done();
}
