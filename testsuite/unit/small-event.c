/* Random events take the form of small_event.h and come back as they were, as the codec shows;
 * damaged bytes give nothing or a valid event. */
#include "checker/core/codec.c"
#include "interpose/stream/small_event.c"
#include "tap.h"

enum { TURNS = 200000, ROOM = 1024 };

static uint64_t state = 1;

static uint64_t any(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Mostly a small number. */
static uint64_t number(void) {
  return any() % 8 ? any() % 5 : any();
}

static struct event_entry entries[SMALL_EVENT_NEWS + 2];
static int32_t indices[2];

size_t event_size(int kind) {
  (void)kind;
  return sizeof(struct event);
}

static struct event_op some_op(void) {
  struct event_op o = {.op = any() % (RMA_CAS + 1), .reduce = any() % (REDUCE_USER + 1)};
  o.result_overlap = any() % 2;
  o.disp = (int64_t)number();
  o.width = any() % 2 ? 8 : 0;
  o.operand = o.width ? any() : 0;
  o.expected = o.width ? any() : 0;
  o.when = o.width ? any() : 0;
  o.until = o.width ? any() : 0;
  o.request = number();
  o.joined = (uint32_t)number();
  o.again = (uint32_t)number();
  o.first = o.again ? any() : 0;
  o.completed = any() % 2;
  o.over = o.completed ? any() : 0;
  o.over_settled = o.completed ? any() : 0;
  o.epoch_kind = (uint8_t)number();
  o.fetched = any() % 2;
  o.from = (int32_t)number();
  o.epoch = number();
  struct event_data d = {.present = 1, .flags = (uint8_t)number(), .basic = any() % BASICS};
  d.element = (uint16_t)number();
  d.lo = (int64_t)(number() >> 1);
  d.hi = d.lo + (int64_t)(any() % 100);
  d.size = (int64_t)number();
  o.target = any() % 10 ? d : (struct event_data){0};
  o.origin = any() % 10 ? (struct event_data){0} : d;
  return o;
}

static void some_body(struct event *e) {
  switch (e->kind) {
  case EVENT_RELEASE:
    e->u.edge = (struct event_edge){.rank = (int32_t)number(), .key = any(), .number = any()};
    break;
  case EVENT_DONE:
    e->u.done = (struct event_done){(int32_t)number(), (uint8_t)number(), any(), any()};
    break;
  case EVENT_POST:
    indices[0] = (int32_t)number();
    e->u.group = (struct event_group){any() % 8 ? 1 : 2, indices, any()};
    break;
  case EVENT_VALUE:
    e->u.value = (struct event_value){any(), (uint8_t)any(), any(), any()};
    break;
  case EVENT_OP:
    e->u.op = some_op();
    break;
  }
}

static struct event some(const struct known_clock *k) {
  static const int kinds[] = {EVENT_RELEASE, EVENT_DONE, EVENT_POST,
                              EVENT_VALUE,   EVENT_OP,   EVENT_FENCE};
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = (uint8_t)kinds[any() % 6];
  e.phase = any() % 2;
  e.ok = any() % 2;
  e.flag = (uint8_t)number();
  e.call = (uint16_t)any();
  e.rank = k->sender + !(any() % 20);
  e.thread = any() % 20 ? (int32_t)(any() % 3) : (int32_t)any();
  e.stack = (uint32_t)any();
  e.seq = any();
  e.win = number();
  e.target = (int32_t)number() - 1;
  e.assertion = any() % 20 ? (uint32_t)(any() % 33) : (uint32_t)any();
  e.sent = any() % 20 != 0;
  if (e.sent) {
    e.tainted = any() % 4;
    e.time = any();
    e.settled = any() % 2 ? e.time : any() % 2 ? k->settled : any();
    e.floor = any() % 2 ? k->floor : any();
    e.entries = any() % 4 ? 0 : (int32_t)(any() % (SMALL_EVENT_NEWS + 2));
    for (int i = 0; i < e.entries; i++)
      entries[i] = (struct event_entry){(int32_t)number(), any()};
    e.entry = entries;
  }
  some_body(&e);
  return e;
}

/* Bytes are padded by a guard that must stay. */
static size_t pack(const struct known_clock *k, const struct event *e, unsigned char *out) {
  memset(out, 0xa5, SMALL_EVENT_MOST + 1);
  size_t n = small_event_may(e) ? small_event_pack(k, e, out) : 0;
  return n > SMALL_EVENT_MOST || out[SMALL_EVENT_MOST] != 0xa5 ? (size_t)-1 : n;
}

static int same(const struct event *a, const struct event *b) {
  unsigned char x[ROOM], y[ROOM];
  size_t n = event_encode(a, x, sizeof x);
  return n <= sizeof x && event_encode(b, y, sizeof y) == n && !memcmp(x, y, n);
}

static void round_trips(void) {
  struct known_clock k = {.sender = 3};
  unsigned char out[SMALL_EVENT_MOST + 1];
  int small = 0, wrong = 0, longest = 0, whole = 0;
  for (int i = 0; i < TURNS; i++) {
    struct event e = some(&k), back;
    struct small_event_arrays arrays;
    memset(&arrays, 0, sizeof arrays); /* the codec also writes what lies between fields */
    size_t n = pack(&k, &e, out);
    if (n) {
      small++;
      wrong += n > SMALL_EVENT_MOST || out[0] != SMALL_EVENT_TAG ||
               small_event_unpack(&k, out, n, &back, &arrays) != n || !same(&e, &back);
      whole += small_event_unpack(&k, out, n - 1, &back, &arrays) != 0;
      longest = (int)n > longest ? (int)n : longest;
    }
    known_clock_keep(&k, &e);
  }
  OK(small > TURNS / 3 && small < TURNS);
  OK(!wrong);
  OK(!whole); /* a part of a record is none */
  OK(longest > 200);
}

static void damaged(void) {
  struct known_clock k = {.sender = 3};
  unsigned char out[SMALL_EVENT_MOST + 1], coded[ROOM];
  int bad = 0, valid_ones = 0;
  for (int i = 0; i < TURNS; i++) {
    struct event e = some(&k), back, again;
    struct small_event_arrays arrays;
    size_t n = pack(&k, &e, out);
    if (!n)
      continue;
    out[1 + any() % (n - 1)] ^= (unsigned char)(1u << any() % 8);
    if (!small_event_unpack(&k, out, n, &back, &arrays))
      continue;
    valid_ones++;
    size_t m = event_encode(&back, coded, sizeof coded);
    static _Alignas(16) unsigned char scratch[EVENT_SCRATCH(ROOM)];
    bad += m > sizeof coded || !event_decode(&again, coded, m, scratch);
  }
  OK(valid_ones > 1000);
  OK(!bad);
}

int main(void) {
  round_trips();
  damaged();
  return tap_done();
}
