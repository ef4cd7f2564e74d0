#include "small_event.h"
#include <string.h>
#include "include/basic.h"

enum fact {
  FACT_LEAVE = 1,
  FACT_OK = 2,
  FACT_SETTLED =
      8, /* event.settled is event.time; without these two it is as in the event before */
  FACT_OTHER_SETTLED = 16, /* it is a word */
  FACT_FLOOR = 32,         /* event.floor is not as in the event before: it is a word */
  FACT_TAINTED_SHIFT = 6,
  FACT_TAINTED = 3 << FACT_TAINTED_SHIFT /* event.tainted */
};

#define BODY_MOST 16 /* words of a body, at most */

struct record {
  uint8_t tag, kind, flag, facts;
  uint16_t call;
  uint8_t news, words; /* entries of the clock, and how many words count */
  uint32_t stack;
  uint16_t thread, assertion;
  int32_t target, rank; /* rank: from the body, a rank or an index */
  uint64_t time, seq, win;
  /* Those of the body, then event.settled, event.floor, and the entries, with two words each.
   */
  uint64_t word[BODY_MOST + 2 + 2 * SMALL_EVENT_NEWS];
};
_Static_assert(sizeof(struct record) == SMALL_EVENT_MOST, "it has no padding");
#define HEAD_BYTES offsetof(struct record, word)

/* Bytes of the first word of an operation. */
enum { OP_OP, OP_REDUCE, OP_OVERLAP, OP_WIDTH, OP_COMPLETED, OP_EPOCH, OP_FETCHED, OP_FLAGS };
#define PUT(byte, value) ((uint64_t)(value) << (8 * (byte)))
#define TAKE(word, byte) ((uint8_t)((word) >> (8 * (byte))))

/* An operation with one run of bytes at its target, and what a target is told of one. */
static inline int op_fits(const struct event_op *o) {
  return o->target.present == 1 && !o->target.runs && !o->origin.present &&
         !o->result.present && !o->compare.present;
}

static inline int pack_op(struct record *r, const struct event_op *o) {
  const struct event_data *t = &o->target;
  int n = 8;
  if (!op_fits(o))
    return 0;
  r->rank = o->from;
  r->word[0] = PUT(OP_OP, o->op) | PUT(OP_REDUCE, o->reduce) |
               PUT(OP_OVERLAP, o->result_overlap) | PUT(OP_WIDTH, o->width) |
               PUT(OP_COMPLETED, o->completed) | PUT(OP_EPOCH, o->epoch_kind) |
               PUT(OP_FETCHED, o->fetched) | PUT(OP_FLAGS, t->flags);
  r->word[1] = (uint64_t)o->disp;
  r->word[2] = o->epoch;
  r->word[3] = o->joined | (uint64_t)o->again << 32;
  r->word[4] = (uint64_t)t->lo;
  r->word[5] = (uint64_t)t->hi;
  r->word[6] = (uint64_t)t->size;
  r->word[7] = t->basic | (uint64_t)t->element << 16 | (uint64_t)(o->request != 0) << 32;
  if (o->request)
    r->word[n++] = o->request;
  if (o->width) {
    r->word[n++] = o->operand;
    r->word[n++] = o->expected;
    r->word[n++] = o->when;
    r->word[n++] = o->until;
  }
  if (o->again)
    r->word[n++] = o->first;
  if (o->completed) {
    r->word[n++] = o->over;
    r->word[n++] = o->over_settled;
  }
  return n;
}

static inline int unpack_op(const struct record *r, struct event_op *o) {
  const uint64_t *w = r->word;
  struct event_data *t = &o->target;
  int n = 8;
  *o = (struct event_op){.op = TAKE(w[0], OP_OP),
                         .reduce = TAKE(w[0], OP_REDUCE),
                         .result_overlap = TAKE(w[0], OP_OVERLAP),
                         .width = TAKE(w[0], OP_WIDTH),
                         .completed = TAKE(w[0], OP_COMPLETED),
                         .epoch_kind = TAKE(w[0], OP_EPOCH),
                         .fetched = TAKE(w[0], OP_FETCHED),
                         .disp = (int64_t)w[1],
                         .epoch = w[2],
                         .joined = (uint32_t)w[3],
                         .again = (uint32_t)(w[3] >> 32),
                         .from = r->rank};
  *t = (struct event_data){.present = 1,
                           .flags = TAKE(w[0], OP_FLAGS),
                           .basic = (uint16_t)w[7],
                           .element = (uint16_t)(w[7] >> 16),
                           .lo = (int64_t)w[4],
                           .hi = (int64_t)w[5],
                           .size = (int64_t)w[6]};
  if (w[7] >> 32)
    o->request = w[n++];
  if (o->width) {
    o->operand = w[n++];
    o->expected = w[n++];
    o->when = w[n++];
    o->until = w[n++];
  }
  if (o->again)
    o->first = w[n++];
  if (o->completed) {
    o->over = w[n++];
    o->over_settled = w[n++];
  }
  return o->op <= RMA_CAS && o->reduce <= REDUCE_USER && t->basic < BASICS && t->lo <= t->hi
             ? n
             : 0;
}

/* Returns the number of words; 0: the body does not fit. */
static inline int pack_body(struct record *r, const struct event *e) {
  switch (e->kind) {
  case EVENT_RELEASE:
    r->rank = e->u.edge.rank;
    r->word[0] = e->u.edge.key;
    r->word[1] = e->u.edge.number;
    return e->flag & RELEASE_READY ? 0 : 2;
  case EVENT_DONE:
    r->rank = e->u.done.from;
    r->word[0] = e->u.done.seq;
    r->word[1] = e->u.done.how;
    r->word[2] = e->u.done.when;
    return 3;
  case EVENT_POST:
    if (e->u.group.count != 1)
      return 0;
    r->rank = e->u.group.index[0];
    r->word[0] = e->u.group.when;
    return 1;
  case EVENT_VALUE:
    r->rank = e->u.value.width;
    r->word[0] = e->u.value.seq;
    r->word[1] = e->u.value.read;
    r->word[2] = e->u.value.when;
    return 3;
  case EVENT_OP:
    return pack_op(r, &e->u.op);
  default:
    return 0;
  }
}

/* The same; 0: it is not valid. */
static inline int unpack_body(const struct record *r, struct event *e,
                              struct small_event_arrays *arrays) {
  switch (r->kind) {
  case EVENT_RELEASE:
    e->u.edge = (struct event_edge){.rank = r->rank, .key = r->word[0], .number = r->word[1]};
    return 2;
  case EVENT_DONE:
    e->u.done = (struct event_done){r->rank, (uint8_t)r->word[1], r->word[0], r->word[2]};
    return 3;
  case EVENT_POST:
    arrays->index = r->rank;
    e->u.group = (struct event_group){1, &arrays->index, r->word[0]};
    return 1;
  case EVENT_VALUE:
    e->u.value = (struct event_value){r->word[0], (uint8_t)r->rank, r->word[1], r->word[2]};
    return 3;
  case EVENT_OP:
    return unpack_op(r, &e->u.op);
  default:
    return 0;
  }
}

/* Whether the record has room for what the head tells. */
static inline int head_fits(const struct known_clock *k, const struct event *e) {
  return e->sent && e->rank == k->sender && e->entries <= SMALL_EVENT_NEWS && e->thread >= 0 &&
         e->thread <= UINT16_MAX && e->assertion <= UINT16_MAX && e->phase <= EVENT_LEAVE &&
         e->ok <= 1 && e->tainted <= 3;
}

static inline void pack_clock(const struct known_clock *k, const struct event *e,
                              struct record *r, int at) {
  if (e->settled == e->time) {
    r->facts |= FACT_SETTLED;
  } else if (e->settled != k->settled) {
    r->facts |= FACT_OTHER_SETTLED;
    r->word[at++] = e->settled;
  }
  if (e->floor != k->floor) {
    r->facts |= FACT_FLOOR;
    r->word[at++] = e->floor;
  }
  for (int32_t i = 0; i < e->entries; i++) {
    r->word[at++] = (uint32_t)e->entry[i].rank;
    r->word[at++] = e->entry[i].time;
  }
  r->news = (uint8_t)e->entries;
  r->words = (uint8_t)at;
}

/* Returns 0 if these are not its words. */
static inline int unpack_clock(const struct known_clock *k, const struct record *r,
                               struct event *e, struct small_event_arrays *arrays, int at) {
  e->settled = r->facts & FACT_SETTLED         ? r->time
               : r->facts & FACT_OTHER_SETTLED ? r->word[at++]
                                               : k->settled;
  e->floor = r->facts & FACT_FLOOR ? r->word[at++] : k->floor;
  if (r->news > SMALL_EVENT_NEWS || r->words != at + 2 * r->news)
    return 0;
  for (int i = 0; i < r->news; i++, at += 2) {
    arrays->entry[i].rank = (int32_t)r->word[at];
    arrays->entry[i].time = r->word[at + 1];
  }
  e->entries = r->news;
  e->entry = r->news ? arrays->entry : NULL;
  return 1;
}

size_t small_event_pack(const struct known_clock *k, const struct event *e,
                        unsigned char *out) {
  struct record r;
  int words = head_fits(k, e) ? pack_body(&r, e) : 0;
  if (!words)
    return 0;
  r.tag = SMALL_EVENT_TAG;
  r.kind = e->kind;
  r.flag = e->flag;
  r.facts =
      (uint8_t)(e->phase * FACT_LEAVE | e->ok * FACT_OK | e->tainted << FACT_TAINTED_SHIFT);
  r.call = e->call;
  r.stack = e->stack;
  r.thread = (uint16_t)e->thread;
  r.assertion = (uint16_t)e->assertion;
  r.target = e->target;
  r.time = e->time;
  r.seq = e->seq;
  r.win = e->win;
  pack_clock(k, e, &r, words);
  size_t n = HEAD_BYTES + r.words * sizeof *r.word;
  memcpy(out, &r, n);
  return n;
}

static inline void unpack_head(const struct known_clock *k, const struct record *r,
                               struct event *e) {
  e->kind = r->kind;
  e->phase = r->facts & FACT_LEAVE ? EVENT_LEAVE : EVENT_ENTER;
  e->ok = (r->facts & FACT_OK) != 0;
  e->flag = r->flag;
  e->call = r->call;
  e->rank = k->sender;
  e->thread = r->thread;
  e->stack = r->stack;
  e->seq = r->seq;
  e->win = r->win;
  e->target = r->target;
  e->assertion = r->assertion;
  e->sent = 1;
  e->tainted = (r->facts & FACT_TAINTED) >> FACT_TAINTED_SHIFT;
  e->time = r->time;
}

size_t small_event_unpack(const struct known_clock *k, const unsigned char *in, size_t n,
                          struct event *e, struct small_event_arrays *arrays) {
  struct record r;
  if (n < HEAD_BYTES)
    return 0;
  memcpy(&r, in, HEAD_BYTES);
  size_t length = HEAD_BYTES + r.words * sizeof *r.word;
  if (length > sizeof r || n < length)
    return 0;
  memcpy(r.word, in + HEAD_BYTES, length - HEAD_BYTES);
  unpack_head(k, &r, e);
  int words = unpack_body(&r, e, arrays);
  return words && unpack_clock(k, &r, e, arrays, words) ? length : 0;
}
