/* Events become bytes and events again. Damaged bytes must give nothing or a valid event, and
 * the checker must survive whatever valid events say. */
#include <stdlib.h>
#include <string.h>
#include "include/basic.h"
#include "include/progress.h"
#include "sim.h"

static uint64_t state = 1;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Returns mostly small numbers, sometimes extreme ones. */
static int64_t random_number(void) {
  switch (random_bits() % 8) {
  case 0:
    return (int64_t)random_bits();
  case 1:
    return INT64_MAX - (int64_t)(random_bits() % 3);
  case 2:
    return INT64_MIN + (int64_t)(random_bits() % 3);
  default:
    return (int64_t)(random_bits() % 8) - 1;
  }
}

/* Returns arrays of random items. An array lasts until as many others were made. */
enum { MANY = 6, ARRAYS = 16 };
#define ITEMS(type, ...)                                                                       \
  static const type *some_##__VA_ARGS__(int32_t *count) {                                      \
    static type all[ARRAYS][MANY];                                                             \
    static int next;                                                                           \
    type *at = all[next++ % ARRAYS];                                                           \
    *count = (int32_t)(random_bits() % (MANY + 1));                                            \
    for (int i = 0; i < MANY; i++)                                                             \
      at[i] = (type)RANDOM_##__VA_ARGS__;                                                      \
    return at;                                                                                 \
  }
#define RANDOM_members                                                                         \
  { random_number(), (int32_t)random_number(), i % 3 - 1 }
#define RANDOM_entry                                                                           \
  { (int32_t) random_bits() % 5, random_bits() % 64 }
#define RANDOM_run                                                                             \
  { i, 1 + (int64_t)(random_bits() % 4), 6, 1 + i }
#define RANDOM_index (random_number())
#define RANDOM_list (random_number())
#define RANDOM_part (random_number())
#define RANDOM_sent (random_number())
#define RANDOM_received (random_number())
#define RANDOM_sent_type (random_number())
#define RANDOM_received_type (random_number())
ITEMS(struct event_member, members)
ITEMS(struct event_entry, entry)
#define RANDOM_after                                                                           \
  { .other = (int32_t)(random_bits() % 4), .call = (uint16_t)random_bits() }
ITEMS(struct event_run, run)
ITEMS(struct event_step, after)
#define RANDOM_message                                                                         \
  { .rank = (int32_t)(random_bits() % 4), .key = random_bits() % 4, .send = i % 2 }
#define RANDOM_calls                                                                           \
  { .rank = (int32_t)(random_bits() % 4), .posts = random_number() }
#define RANDOM_begun                                                                           \
  { .comm = random_bits() % 4, .number = random_number() }
#define RANDOM_counted                                                                         \
  { .key = random_bits() % 4, .number = random_bits() % 8 }
#define RANDOM_args ('a' + i)
#define RANDOM_peer (random_bits() % 4)
#define RANDOM_other RANDOM_peer
#define RANDOM_locked RANDOM_peer
#define RANDOM_exclusive RANDOM_peer
#define RANDOM_granted RANDOM_peer
ITEMS(struct event_message, message)
ITEMS(struct event_calls, calls)
ITEMS(struct event_begun, begun)
ITEMS(struct event_counted, counted)
ITEMS(char, args)
ITEMS(int32_t, peer)
ITEMS(int32_t, other)
ITEMS(int32_t, locked)
ITEMS(int32_t, exclusive)
ITEMS(int32_t, granted)
ITEMS(int32_t, index)
ITEMS(uint64_t, sent)
ITEMS(uint64_t, received)
ITEMS(uint64_t, sent_type)
ITEMS(uint64_t, received_type)
ITEMS(uint64_t, list)
ITEMS(uint64_t, part)

/* Most data have no runs; those of others lie within the bytes. */
static void place_runs(struct event_data *d) {
  if (d->hi < d->lo)
    d->hi = d->lo;
  if (random_bits() % 4 || d->lo > INT64_MAX - 64 || d->hi < d->lo + 64) {
    d->runs = 0;
    return;
  }
  struct event_run *run = (struct event_run *)d->run;
  for (int i = 0; i < MANY; i++)
    run[i].lo = d->lo + i;
}

/* Each field of each record. */
#define BODY(name)                                                                             \
  static void fill_##name(struct event *e, struct event_##name *p) {                           \
    (void)e, (void)p;
#define RECORD(name) BODY(name)
#define END }
#define FIELD(type, name) p->name = (type)random_number();
#define LIMIT(type, name, most) p->name = (type)(random_bits() % (most + 1));
#define FIELD_IF(condition, type, name)                                                        \
  if (condition)                                                                               \
  FIELD(type, name)
#define LIMIT_IF(condition, type, name, most)                                                  \
  if (condition)                                                                               \
  LIMIT(type, name, most)
#define PART(record, name) fill_##record(e, &p->name);
#define PARTS(record, name, count, most)                                                       \
  p->count = (uint8_t)(random_bits() % (most + 1));                                            \
  for (int i = 0; i < p->count; i++)                                                           \
    fill_##record(e, &p->name[i]);
#define ARRAY(type, name, count) p->name = some_##name(&p->count);
#define ARRAY_IF(condition, type, name, count)                                                 \
  if (condition)                                                                               \
  ARRAY(type, name, count)
#define VALID_RUNS                                                                             \
  if (p->present)                                                                              \
    place_runs(p);
#define SCALAR(type, name)                                                                     \
  static void fill_##name(struct event *e, type *p) {                                          \
    (void)e;                                                                                   \
    *p = (type)random_number();                                                                \
  }
#include "include/events.def"

static void fill_body(struct event *e) {
  switch (e->kind) {
#define EVENT(NAME, word, body, ...)                                                           \
  case EVENT_##NAME:                                                                           \
    fill_##body(e, &e->u.body);                                                                \
    break;
#include "include/events.def"
  }
}

/* Chooses among few windows and ranks, so that some events are valid. */
static void fill_head(struct event *e) {
#define HEAD(type, name) e->name = (type)random_number();
#include "include/events.def"
  e->kind = (uint8_t)(1 + random_bits() % (EVENT_KINDS - 1));
  e->phase = (uint8_t)(random_bits() % 2);
  e->ok = random_bits() % 8 != 0;
  e->flag = (uint8_t)(random_bits() % 32);
  e->call = (uint16_t)(random_bits() % (CALLS + 1));
  e->rank = (int32_t)(random_bits() % 4 ? 0 : random_number());
  e->win = random_bits() % 4;
  e->sent = random_bits() % 2;
  if (!e->sent)
    return;
#define SENT(type, name) e->name = (type)(random_bits() % 64);
#define SENT_ARRAY(type, name, count) e->name = some_##name(&e->count);
#include "include/events.def"
}

static struct event random_event(void) {
  struct event e;
  memset(&e, 0, sizeof e);
  fill_head(&e);
  fill_body(&e);
  return e;
}

/* The memory has exactly `n` bytes, so that the sanitizer sees if one more is read. */
static void *copy_of(const void *bytes, size_t n) {
  void *copy = malloc(n ? n : 1);
  if (!copy)
    abort();
  return n ? memcpy(copy, bytes, n) : copy;
}

static size_t decode(struct event *e, const unsigned char *bytes, size_t n, void **scratch) {
  unsigned char *exact = copy_of(bytes, n);
  *scratch = malloc(EVENT_SCRATCH(n));
  size_t used = *scratch ? event_decode(e, exact, n, *scratch) : 0;
  free(exact);
  return used;
}

static void round_trip(void) {
  int same = 1, short_room = 1, truncated = 1;
  for (int i = 0; i < 20000; i++) {
    struct event e = random_event(), back;
    unsigned char first[4096], second[4096];
    char text[8192];
    void *scratch = NULL;
    memset(first, 0x55, sizeof first);
    size_t n = event_encode(&e, first, sizeof first);
    same = same && n <= sizeof first && event_encode(&e, NULL, 0) == n;
    same = same && decode(&back, first, n, &scratch) == n;
    same = same && back.kind == e.kind && back.target == e.target && back.seq == e.seq;
    same = same && event_text(&back, text, sizeof text) == event_text(&e, NULL, 0);
    same = same && event_encode(&back, second, sizeof second) == n && !memcmp(first, second, n);
    free(scratch);
    size_t room = random_bits() % n;
    memset(second, 0x55, sizeof second);
    short_room = short_room && event_encode(&e, second, room) == n;
    for (size_t k = room; k < sizeof second; k++)
      short_room = short_room && second[k] == 0x55;
    truncated = truncated && decode(&back, first, room, &scratch) == 0;
    free(scratch);
  }
  sim_ok(same, "an event comes back as it was");
  sim_ok(short_room, "nothing is written beyond the room");
  sim_ok(truncated, "a part of an event is no event");
}

static void empty_arrays(void) {
  struct event e = sim_event(EVENT_POST, 0, 1), back;
  unsigned char bytes[256];
  void *scratch = NULL;
  size_t n = event_encode(&e, bytes, sizeof bytes);
  sim_ok(decode(&back, bytes, n, &scratch) == n && back.u.group.count == 0, "an empty group");
  free(scratch);
  e.u.group.count = -1;
  n = event_encode(&e, bytes, sizeof bytes);
  sim_ok(decode(&back, bytes, n <= sizeof bytes ? n : 0, &scratch) == 0, "a group of -1 ranks");
  free(scratch);
  struct event op = sim_event(EVENT_OP, 0, 1);
  op.u.op.target.present = 1;
  op.u.op.target.basic = BASICS;
  n = event_encode(&op, bytes, sizeof bytes);
  sim_ok(decode(&back, bytes, n, &scratch) == 0, "a basic type that is none");
  free(scratch);
}

static void said_nothing(void *context, const struct finding *f) {
  *(int *)context += (int)strlen(f->message) > 0;
}

static int reached;
static void see_window(void *context, const struct check_window *w) {
  (void)context;
  reached += w->targets + w->origins + w->peers;
}

static struct check *new_check(int *findings) {
  const struct check_output out = {.context = findings, .finding = said_nothing};
  struct check *c = check_new(0, 4, 0, &out);
  if (!c)
    abort();
  return c;
}

static void said_of_all(void *context, const struct progress_finding *f) {
  *(int *)context += (int)strlen(f->message) > 0;
}

static void feed_decoded(struct check *c, struct progress *p, const unsigned char *bytes,
                         size_t n) {
  struct event e;
  void *scratch;
  if (decode(&e, bytes, n, &scratch)) {
    check_feed(c, &e);
    progress_feed(p, &e);
  }
  free(scratch);
}

/* Feeds random events, some of them damaged, to one checker after another. */
static void survives(void) {
  int findings = 0;
  for (int round = 0; round < 300; round++) {
    struct check *c = new_check(&findings);
    struct progress *p = progress_new(4);
    if (!p)
      abort();
    for (int i = 0; i < 400; i++) {
      struct event e = random_event();
      unsigned char bytes[4096];
      if (i < 8) {
        e.kind = EVENT_WIN_CREATE;
        e.phase = i % 2;
        e.rank = 0;
        e.ok = 1;
        e.win = (uint64_t)i / 2;
        fill_body(&e);
        e.u.window.me = (int32_t)(random_bits() % 3);
      }
      size_t n = event_encode(&e, bytes, sizeof bytes);
      for (uint64_t damage = random_bits() % 4; damage == 1 && n; damage = random_bits() % 4)
        bytes[random_bits() % n] = (unsigned char)random_bits();
      feed_decoded(c, p, bytes, n - (random_bits() % 16 == 0));
    }
    check_windows(c, NULL, see_window);
    check_free(c);
    progress_judge(p, &findings, said_of_all);
    progress_free(p);
  }
  sim_ok(findings > 1000 && reached > 0, "the checker survives random events");
}

static void take_verdict(void *context, const struct progress_finding *f) {
  *(int *)context += f->places > 0 && strlen(f->message) > 0;
}

static void take_circle(void *context, const struct progress_wait *const *wait, size_t n) {
  *(int *)context += wait[0]->index + n > 0;
}

/* Chooses among few ranks and threads. Later events are about the same ones, so that some of
 * them wait. */
static struct event verdict_event(int i) {
  struct event e = random_event();
  e.kind = (uint8_t)(i % 8 == 0   ? EVENT_PROCESS
                     : i % 8 == 1 ? EVENT_STANDSTILL
                     : i % 8 == 2 ? EVENT_AWAIT
                                  : EVENT_RENDEZVOUS + (int)(random_bits() % 7));
  e.rank = i / 8 % 4;
  e.thread = i / 32 % 2;
  fill_body(&e);
  if (e.kind == EVENT_STANDSTILL && random_bits() % 4) {
    e.u.standstill.microseconds = 5000000;
    e.u.standstill.polls = 0;
    e.u.standstill.free = 0;
  }
  if (e.kind == EVENT_PROCESS && random_bits() % 4)
    e.u.process = (struct event_process){.size = 4};
  return e;
}

/* The same for include/progress.h, which judges all ranks together. */
static void verdicts_survive(void) {
  int findings = 0, circles = 0;
  for (int round = 0; round < 2000; round++) {
    struct progress *p = progress_new((int32_t)random_number());
    if (!p)
      abort();
    for (int i = 0; i < 64; i++) {
      unsigned char bytes[4096];
      struct event e = verdict_event(i);
      void *scratch;
      size_t n = event_encode(&e, bytes, sizeof bytes);
      if (random_bits() % 16 == 0)
        bytes[random_bits() % n] = (unsigned char)random_bits();
      if (decode(&e, bytes, n, &scratch))
        progress_feed(p, &e);
      free(scratch);
    }
    progress_judge(p, &findings, take_verdict);
    progress_circles(p, &circles, take_circle);
    const struct progress_wait *w;
    for (size_t i = 0; (w = progress_wait(p, i)); i++)
      circles += !progress_awaited(w) || !progress_wait_of(p, w->rank);
    progress_free(p);
  }
  sim_ok(findings > 100 && circles > 100, "the checker of all ranks survives random events");
}

int main(void) {
  round_trip();
  empty_arrays();
  survives();
  verdicts_survive();
  return sim_done();
}
