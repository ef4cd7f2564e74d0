/* Time and memory of long runs: both must not depend on how long the run has been. */
#include <stdlib.h>
#include "sim.h"

struct alone { /* one rank that is fed directly, because sim.c would need memory itself */
  struct check *check;
  int findings, messages;
  uint64_t seq;
};

static void on_finding(void *context, const struct finding *f) {
  (void)f;
  ((struct alone *)context)->findings++;
}

static void on_send(void *context, int rank, const struct event *e) {
  (void)rank;
  (void)e;
  ((struct alone *)context)->messages++;
}

static void begin(struct alone *a) {
  const struct check_output out = {.context = a, .finding = on_finding, .send = on_send};
  *a = (struct alone){.check = check_new(0, 2, 0, &out)};
  if (!a->check)
    abort();
  check_limit(a->check, 64 << 10); /* the others never say what they know */
}

static void feed(struct alone *a, struct event *e) {
  e->phase = EVENT_ENTER;
  e->seq = ++a->seq;
  check_feed(a->check, e);
  if (e->kind == EVENT_OP && !e->u.op.request)
    return;
  e->phase = EVENT_LEAVE;
  e->ok = 1;
  e->seq = ++a->seq;
  check_feed(a->check, e);
}

static void call(struct alone *a, int kind, uint64_t win, int target, unsigned assertion) {
  struct event e = sim_event_of(kind, CALL_Win_fence, 0, win);
  e.target = target;
  e.assertion = assertion;
  e.flag = kind == EVENT_TEST;
  feed(a, &e);
}

static const struct event_member members[] = {
    {1 << 30, 1, 0}, {1 << 30, 1, 1}, {1 << 30, 1, 2}, {1 << 30, 1, 3}};

static void create(struct alone *a, uint64_t win, int flavor) {
  struct event e = sim_event(EVENT_WIN_CREATE, 0, win);
  e.u.window = (struct event_window){.flavor = (uint8_t)flavor,
                                     .model = MODEL_UNIFIED,
                                     .base = (1ull << 40) + (win << 32),
                                     .count = 4,
                                     .members = members};
  feed(a, &e);
}

static void put(struct alone *a, uint64_t win, int target, int64_t disp, uint64_t request) {
  struct event e = sim_event(EVENT_OP, 0, win);
  e.stack = 1;
  e.target = target;
  e.u.op.disp = disp;
  e.u.op.request = request;
  e.u.op.origin = e.u.op.target = sim_data(0, 8, 1, 0);
  feed(a, &e);
  if (request) {
    e = sim_event(EVENT_REQUEST_DONE, 0, 0);
    e.u.request = request;
    check_feed(a->check, &e);
  }
}

static void grouped(struct alone *a, int kind, uint64_t win, int rank, int index) {
  struct event e = sim_event_of(kind, CALL_Win_post, rank, win);
  e.u.group = SIM_GROUP(index);
  if (rank == 0)
    feed(a, &e);
  else
    check_feed(a->check, &e);
}

/* Each of these functions makes one turn. */

static void turn_window(struct alone *a, uint64_t i) {
  uint64_t win = 1000 + i;
  create(a, win, FLAVOR_CREATE);
  call(a, EVENT_FENCE, win, -1, ASSERT_NOPRECEDE);
  put(a, win, 1, 0, 0);
  call(a, EVENT_FENCE, win, -1, ASSERT_NOSUCCEED);
  call(a, EVENT_LOCK, win, 1, 0);
  put(a, win, 1, 0, 0);
  call(a, EVENT_UNLOCK, win, 1, 0);
  grouped(a, EVENT_POST, win, 1, 1); /* by rank 1 */
  grouped(a, EVENT_START, win, 0, 1);
  call(a, EVENT_COMPLETE, win, -1, 0);
  call(a, EVENT_WIN_FREE, win, -1, 0);
}

static void turn_op(struct alone *a, uint64_t i) {
  put(a, 1, (int)(i % 4), (int64_t)(i * 8 % (1 << 29)), 0);
}

static void turn_lock(struct alone *a, uint64_t i) {
  call(a, EVENT_LOCK, 2, (int)(i % 4), 0);
  put(a, 2, (int)(i % 4), (int64_t)i % 4096, i + 1);
  call(a, EVENT_FLUSH, 2, -1, 0);
  call(a, EVENT_UNLOCK, 2, (int)(i % 4), 0);
}

static void turn_fence(struct alone *a, uint64_t i) {
  call(a, EVENT_FENCE, 3, -1, i % 2 ? ASSERT_NOPRECEDE : ASSERT_NOSUCCEED);
  if (i % 2)
    put(a, 3, (int)(i % 4), 0, 0);
}

static void turn_pscw(struct alone *a, uint64_t i) {
  grouped(a, EVENT_START, 4, 0, 1 + (int)(i % 3));
  grouped(a, EVENT_POST, 4, 1 + (int)(i % 3), 1 + (int)(i % 3));
  put(a, 4, 1 + (int)(i % 3), 0, 0);
  call(a, EVENT_COMPLETE, 4, -1, 0);
  grouped(a, EVENT_POST, 4, 0, 1 + (int)(i % 3));
  call(a, EVENT_TEST, 4, -1, 0);
}

static void turn_attach(struct alone *a, uint64_t i) {
  struct event e = sim_event(EVENT_ATTACH, 0, 5);
  e.u.region = (struct event_region){0x100000 + i % 1000 * 64, 32};
  feed(a, &e);
  put(a, 5, 0, (int64_t)e.u.region.base, 0);
  put(a, 5, 1 + (int)(i % 3), (int64_t)(0x200000 + i * 4099 % 100000), 0);
  e.kind = EVENT_DETACH;
  feed(a, &e);
}

/* Events of rank 1 come long after the window was freed. */
static void turn_late(struct alone *a, uint64_t i) {
  create(a, 1000 + i, FLAVOR_CREATE);
  grouped(a, EVENT_START, 1000 + i, 0, 1);
  call(a, EVENT_COMPLETE, 1000 + i, -1, 0);
  call(a, EVENT_WIN_FREE, 1000 + i, -1, 0);
  if (i >= 200)
    grouped(a, EVENT_POST, 800 + i, 1, 1);
}

static void enter_epochs(struct alone *a) {
  for (uint64_t win = 1; win <= 5; win++)
    create(a, win, win == 5 ? FLAVOR_DYNAMIC : FLAVOR_CREATE);
  call(a, EVENT_LOCK_ALL, 1, -1, 0);
  call(a, EVENT_LOCK_ALL, 5, -1, 0);
}

/* The second half of the turns must need no more memory, and about as much time as the first.
 */
static void long_run(const char *name, void (*turn)(struct alone *, uint64_t), uint64_t turns) {
  struct alone a;
  begin(&a);
  enter_epochs(&a);
  double start = sim_seconds();
  for (uint64_t i = 0; i < turns / 2; i++)
    turn(&a, i);
  size_t memory = sim_memory();
  double half = sim_seconds();
  for (uint64_t i = turns / 2; i < turns; i++)
    turn(&a, i);
  size_t grown = sim_memory();
  grown = grown > memory ? grown - memory : 0;
  double first = half - start, second = sim_seconds() - half;
  int good = grown < 64 << 10 && second < 4 * first + 0.5 && !check_failed(a.check);
  if (a.findings) /* none of these runs has a bug */
    sim_note("%d findings", a.findings);
  if (!good)
    sim_note("%zu bytes more; %.2f s, then %.2f s", grown, first, second);
  check_free(a.check);
  sim_ok(good && !a.findings, name);
}

/* Compares the time for `many` things at once with that for a quarter of them. */
static void at_once(const char *name, void (*run)(struct alone *, int many), int many) {
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    struct alone a;
    double start = sim_seconds();
    begin(&a);
    run(&a, i ? many : many / 4);
    check_free(a.check);
    seconds[i] = sim_seconds() - start;
  }
  int good = seconds[1] < 10 * seconds[0] + 0.5;
  if (!good)
    sim_note("%.2f s for a quarter, %.2f s for all", seconds[0], seconds[1]);
  sim_ok(good, name);
}

static void live_windows(struct alone *a, int many) {
  for (int i = 1; i <= many; i++)
    create(a, (uint64_t)i, FLAVOR_CREATE);
  for (int i = 1; i <= many; i++)
    call(a, EVENT_WIN_FREE, (uint64_t)i, -1, 0);
}

/* The left neighbour runs far ahead, then this rank follows. */
static void neighbour_ahead(struct alone *a, int many) {
  create(a, 1, FLAVOR_CREATE);
  struct event told = sim_event(EVENT_FENCE, 3, 1);
  told.assertion = ASSERT_NOPRECEDE | ASSERT_NOSUCCEED;
  for (int i = 1; i <= many; i++) {
    told.u.number = (uint64_t)i;
    check_feed(a->check, &told);
  }
  for (int i = 0; i < many; i++)
    call(a, EVENT_FENCE, 1, -1, told.assertion);
}

/* Rank 1 posts many times; this rank hears of all posts before it starts. */
static void peer_ahead(struct alone *a, int many) {
  create(a, 1, FLAVOR_CREATE);
  for (int i = 0; i < many; i++)
    grouped(a, EVENT_POST, 1, 1, 1);
  for (int i = 0; i < many; i++) {
    grouped(a, EVENT_START, 1, 0, 1);
    call(a, EVENT_COMPLETE, 1, -1, 0);
  }
}

static void wide_group(struct alone *a, int many) {
  struct event_member *all = calloc((size_t)many, sizeof *all);
  int32_t *index = calloc((size_t)many, sizeof *index);
  if (!all || !index)
    abort();
  for (int i = 0; i < many; i++) {
    all[i] = (struct event_member){1024, 1, i};
    index[i] = i;
  }
  struct event e = sim_event(EVENT_WIN_CREATE, 0, 1);
  e.u.window = (struct event_window){FLAVOR_CREATE, MODEL_UNIFIED, 0, 0, 0, many, all};
  feed(a, &e);
  e = sim_event(EVENT_START, 0, 1);
  e.u.group = (struct event_group){.count = many, .index = index};
  feed(a, &e);
  for (int i = 0; i < many; i++)
    put(a, 1, i, 0, 0);
  call(a, EVENT_COMPLETE, 1, -1, 0);
  free(all);
  free(index);
}

static void many_regions(struct alone *a, int many) {
  struct event e = sim_event(EVENT_ATTACH, 0, 1);
  create(a, 1, FLAVOR_DYNAMIC);
  call(a, EVENT_LOCK_ALL, 1, -1, 0);
  for (int i = 0; i < many; i++) {
    e.u.region = (struct event_region){0x100000 + (uint64_t)i * 64, 32};
    feed(a, &e);
    put(a, 1, 0, 0x100000, 0);
  }
}

static void feed_thread(struct alone *a, int32_t thread, int flag, int32_t from) {
  struct event e = sim_event(EVENT_THREAD, 0, 0);
  struct event_counted known = {(uint64_t)from, a->seq};
  e.thread = thread;
  e.flag = (uint8_t)flag;
  e.u.known = (struct event_known){flag != THREAD_ENDS, &known};
  e.seq = ++a->seq;
  check_feed(a->check, &e);
}

/* Others hear of threads only with what is told anyway, and not of those that are over by then.
 */
static void silent_threads(void) {
  struct alone a;
  begin(&a);
  create(&a, 1, FLAVOR_CREATE);
  call(&a, EVENT_LOCK_ALL, 1, -1, 0);
  int before = a.messages;
  for (int32_t i = 1; i <= 1000; i++) {
    feed_thread(&a, i, THREAD_BEGINS, 0);
    feed_thread(&a, i, THREAD_ENDS, 0);
    feed_thread(&a, 0, 0, i);
  }
  int silent = a.messages == before;
  put(&a, 1, 1, 0, 0);
  call(&a, EVENT_FLUSH, 1, 1, 0);
  int one = a.messages - before; /* that there are threads, the operation, its completion */
  if (!silent || one > 3)
    sim_note("%d messages", one);
  check_free(a.check);
  sim_ok(silent && one <= 3, "threads that come and go send no messages");
}

int main(void) {
  silent_threads();
  long_run("100000 windows made, used and freed", turn_window, 100000);
  long_run("100000 windows whose posts come late", turn_late, 100000);
  long_run("1000000 operations in one epoch", turn_op, 1000000);
  long_run("200000 lock epochs with requests", turn_lock, 200000);
  long_run("200000 fences", turn_fence, 200000);
  long_run("200000 post, start, complete and test", turn_pscw, 200000);
  long_run("200000 regions attached and detached", turn_attach, 200000);
  at_once("many windows at once", live_windows, 20000);
  at_once("a neighbour many fences ahead", neighbour_ahead, 100000);
  at_once("a peer many posts ahead", peer_ahead, 100000);
  at_once("a wide group", wide_group, 40000);
  at_once("many regions", many_regions, 20000);
  return sim_done();
}
