/* Events to bytes and back; damaged bytes give nothing or a valid event, and the checker
 * survives whatever valid events say. */
#include <stdlib.h>
#include <string.h>
#include "include/basic.h"
#include "sim.h"

static uint64_t state = 1;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Mostly small numbers, sometimes extreme ones. */
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

#define MANY 6
static struct event_member members[MANY];
static int32_t indices[MANY];

static struct event_run all_runs[4][MANY]; /* an event has at most four */
static int next_runs;
static struct event_data random_data(void) {
  struct event_data d = {.lo = random_number(), .hi = random_number(), .size = random_number()};
  d.basic = (uint16_t)(random_bits() % BASICS);
  d.element = (uint16_t)random_bits();
  d.flags = (uint8_t)(random_bits() % 8);
  d.present = (uint8_t)(random_bits() % 2);
  if (d.hi < d.lo)
    d.hi = d.lo;
  if (random_bits() % 4 || d.lo > INT64_MAX - 64 || d.hi < d.lo + 64)
    return d;
  struct event_run *runs = all_runs[next_runs++ % 4];
  d.runs = (int32_t)(1 + random_bits() % MANY);
  for (int i = 0; i < MANY; i++)
    runs[i] = (struct event_run){d.lo + i, 1 + (int64_t)(random_bits() % 4), 6, 1 + i};
  d.run = runs;
  return d;
}

static void random_payload(struct event *e) {
  switch (e->kind) {
  case EVENT_WIN_CREATE:
  case EVENT_WIN_INFO:
    for (int i = 0; i < MANY; i++)
      members[i] = (struct event_member){random_number(), (int32_t)random_number(), i % 3 - 1};
    e->u.window = (struct event_window){.flavor = (uint8_t)(random_bits() % 5),
                                        .model = (uint8_t)(random_bits() % 3),
                                        .info = (uint32_t)(random_bits() % 8),
                                        .base = random_bits(),
                                        .me = (int32_t)(random_bits() % 3),
                                        .count = (int32_t)(random_bits() % (MANY + 1)),
                                        .members = members};
    break;
  case EVENT_POST:
  case EVENT_START:
    for (int i = 0; i < MANY; i++)
      indices[i] = (int32_t)random_number();
    e->u.group = (struct event_group){(int32_t)(random_bits() % (MANY + 1)), indices,
                                      random_bits()};
    break;
  case EVENT_ATTACH:
  case EVENT_DETACH:
  case EVENT_FREED:
    e->u.region = (struct event_region){(uint64_t)random_number(), random_number()};
    break;
  case EVENT_OP:
    e->u.op = (struct event_op){.op = (uint8_t)(random_bits() % (RMA_CAS + 1)),
                                .reduce = (uint8_t)(random_bits() % (REDUCE_USER + 1)),
                                .result_overlap = (uint8_t)(random_bits() % 2),
                                .disp = random_number(),
                                .request = (uint64_t)random_number(),
                                .epoch = (uint64_t)random_number(),
                                .joined = (uint32_t)random_bits(),
                                .origin = random_data(),
                                .epoch_kind = (uint8_t)(random_bits() % 5),
                                .from = (int32_t)(random_bits() % 4),
                                .result = random_data(),
                                .compare = random_data(),
                                .target = random_data()};
    break;
  case EVENT_FENCE:
  case EVENT_REQUEST_DONE:
  case EVENT_REQUEST_FREE:
  case EVENT_REQUEST_CANCEL:
    e->u.number = (uint64_t)random_number();
    break;
  case EVENT_RELEASE:
  case EVENT_ACQUIRE:
  case EVENT_TAKEN:
    e->u.edge = (struct event_edge){.rank = (int32_t)(random_bits() % 5) - 1,
                                    .key = random_bits() % 4,
                                    .number = random_bits() % 4,
                                    .when = random_bits() % 4,
                                    .receive = random_bits() % 4};
    break;
  case EVENT_BUFFER:
    e->u.buffer =
        (struct event_buffer){(uint8_t)(random_bits() % 4), (int32_t)(random_bits() % 4) - 1,
                              random_number(), random_bits() % 4, random_bits() % 4};
    break;
  case EVENT_MISUSE:
    e->u.misuse = (struct event_misuse){.what = (uint8_t)(random_bits() % (MISUSES + 1)),
                                        .call = (uint16_t)(random_bits() % (CALLS + 1)),
                                        .thread = (int32_t)random_bits() % 4,
                                        .stack = (uint32_t)random_bits(),
                                        .value = random_number(),
                                        .most = random_number(),
                                        .others = (uint8_t)(random_bits() % MISUSE_MAKERS)};
    break;
  case EVENT_RECEIVE:
    e->u.receive = (struct event_receive){random_bits() % 4, random_bits() % 4,
                                          (int32_t)(random_bits() % 4) - 1, random_bits() % 4,
                                          random_bits() % 4};
    break;
  case EVENT_DONE:
    e->u.done = (struct event_done){(int32_t)(random_bits() % 4), (uint8_t)(random_bits() % 3), random_bits() % 4};
    break;
  case EVENT_QUIET:
    e->u.quiet = (struct event_quiet){random_bits() % 4, (int64_t)(random_bits() % 4), random_bits() % 2};
    break;
  case EVENT_ACCESS:
    e->u.access = (struct event_access){.store = random_bits() % 2,
                                        .program = random_bits() % 2 * (1 | random_bits() % 2 * PROGRAM_CHANGED),
                                        .request = random_bits() % 8,
                                        .since = random_bits() % 8,
                                        .data = random_data()};
    break;
  default:
    break;
  }
}

static struct event_entry entries[MANY];
static void random_sent(struct event *e) {
  e->sent = random_bits() % 2;
  if (!e->sent)
    return;
  e->time = random_bits() % 64;
  e->floor = random_bits() % 16;
  e->entries = (int32_t)(random_bits() % MANY);
  for (int i = 0; i < MANY; i++)
    entries[i] = (struct event_entry){(int32_t)random_bits() % 5, random_bits() % 64};
  e->entry = entries;
}

static struct event random_event(void) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = (uint8_t)(1 + random_bits() % (EVENT_KINDS - 1));
  e.phase = (uint8_t)(random_bits() % 2);
  e.ok = random_bits() % 8 != 0;
  e.flag = (uint8_t)(random_bits() % 32);
  e.call = (uint16_t)(random_bits() % (CALLS + 1));
  e.rank = (int32_t)(random_bits() % 4 ? 0 : random_number());
  e.thread = (int32_t)random_bits();
  e.stack = (uint32_t)random_bits();
  e.seq = random_bits();
  e.win = random_bits() % 4;
  e.target = (int32_t)random_number();
  e.assertion = (uint32_t)(random_bits() % 64);
  random_payload(&e);
  random_sent(&e);
  return e;
}

/* Exactly `n` bytes, so that reading one too many is seen. */
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
    void *scratch = NULL;
    memset(first, 0x55, sizeof first);
    size_t n = event_encode(&e, first, sizeof first);
    same = same && n <= sizeof first && event_encode(&e, NULL, 0) == n;
    same = same && decode(&back, first, n, &scratch) == n;
    same = same && back.kind == e.kind && back.target == e.target && back.seq == e.seq;
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
  struct event e = sim_event(EVENT_POST, CALL_Win_post, 0, 1), back;
  unsigned char bytes[256];
  void *scratch = NULL;
  size_t n = event_encode(&e, bytes, sizeof bytes);
  sim_ok(decode(&back, bytes, n, &scratch) == n && back.u.group.count == 0, "an empty group");
  free(scratch);
  e.u.group.count = -1;
  n = event_encode(&e, bytes, sizeof bytes);
  sim_ok(decode(&back, bytes, n <= sizeof bytes ? n : 0, &scratch) == 0, "a group of -1 ranks");
  free(scratch);
  struct event op = sim_event(EVENT_OP, CALL_Put, 0, 1);
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

static void feed_decoded(struct check *c, const unsigned char *bytes, size_t n) {
  struct event e;
  void *scratch;
  if (decode(&e, bytes, n, &scratch))
    check_feed(c, &e);
  free(scratch);
}

/* Random events, some of them damaged on their way, into one checker after another. */
static void survives(void) {
  int findings = 0;
  for (int round = 0; round < 300; round++) {
    struct check *c = new_check(&findings);
    for (int i = 0; i < 400; i++) {
      struct event e = random_event();
      unsigned char bytes[4096];
      if (i < 8) {
        e.kind = EVENT_WIN_CREATE;
        e.phase = i % 2;
        e.rank = 0;
        e.ok = 1;
        e.win = (uint64_t)i / 2;
        random_payload(&e);
      }
      size_t n = event_encode(&e, bytes, sizeof bytes);
      for (uint64_t damage = random_bits() % 4; damage == 1 && n; damage = random_bits() % 4)
        bytes[random_bits() % n] = (unsigned char)random_bits();
      feed_decoded(c, bytes, n - (random_bits() % 16 == 0));
    }
    check_windows(c, NULL, see_window);
    check_free(c);
  }
  sim_ok(findings > 1000 && reached > 0, "the checker survives random events");
}

int main(void) {
  round_trip();
  empty_arrays();
  survives();
  return sim_done();
}
