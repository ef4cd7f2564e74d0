/* codec.c: the wire and file form of events. Fields are written one by one, in host order, so
 * that padding and pointers never leave the process. */
#include <string.h>
#include "include/basic.h"
#include "include/event.h"

struct buffer {
  unsigned char *out;      /* encoding */
  const unsigned char *in; /* decoding */
  size_t at, end;
  int failed;
  unsigned char *scratch; /* when decoding: room for arrays */
};

/* Every function is inlined, once for each direction: then nearly all sizes are constants. This
 * is most of what a message costs. */
#define INLINED static inline __attribute__((always_inline))

INLINED void code(struct buffer *b, void *value, size_t n) {
  if (b->in) {
    if (b->end - b->at < n) {
      b->failed = 1;
      memset(value, 0, n);
    } else {
      memcpy(value, b->in + b->at, n);
    }
  } else if (b->out && b->at + n <= b->end) {
    memcpy(b->out + b->at, value, n);
  }
  if (!b->failed)
    b->at += n;
}
#define CODE(b, lvalue) code(b, &(lvalue), sizeof(lvalue))

/* Codes an array of `count` items of `item` bytes. The array stays in place when encoding and
 * goes to scratch when decoding. */
INLINED const void *code_array(struct buffer *b, const void *array, int32_t *count,
                               size_t item) {
  CODE(b, *count);
  size_t n = *count > 0 ? (size_t)*count * item : 0;
  if (!b->in) {
    if (n)
      code(b, (void *)array, n);
    return array;
  }
  if (*count < 0 || b->failed || (b->end - b->at) / item < (size_t)*count) {
    b->failed = 1;
    *count = 0;
  }
  if (b->failed || !n)
    return NULL;
  void *at = b->scratch;
  code(b, at, n);
  b->scratch += (n + 15) / 16 * 16;
  return at;
}

/* Each record of events.def gets a function that codes it, and a function that checks a decoded
 * record. */
#define BODY(name)                                                                             \
  INLINED void code_##name(struct buffer *b, const struct event *e, struct event_##name *p) {  \
    (void)b, (void)e, (void)p;
#define RECORD(name) BODY(name)
#define END }
#define FIELD(type, name) CODE(b, p->name);
#define LIMIT(type, name, most) CODE(b, p->name);
#define FIELD_IF(condition, type, name)                                                        \
  if (condition)                                                                               \
    CODE(b, p->name);
#define LIMIT_IF(condition, type, name, most) FIELD_IF(condition, type, name)
#define PART(record, name) code_##record(b, e, &p->name);
#define PARTS(record, name, count, most)                                                       \
  CODE(b, p->count);                                                                           \
  for (int i = 0; i < p->count && i < most; i++)                                               \
    code_##record(b, e, &p->name[i]);
#define ARRAY(type, name, count) p->name = code_array(b, p->name, &p->count, sizeof(type));
#define ARRAY_IF(condition, type, name, count)                                                 \
  if (condition)                                                                               \
  ARRAY(type, name, count)
#define SCALAR(type, name)                                                                     \
  INLINED void code_##name(struct buffer *b, const struct event *e, type *p) {                 \
    (void)e;                                                                                   \
    CODE(b, *p);                                                                               \
  }
#include "include/events.def"

static int valid_runs(const struct event_data *d) {
  if (d->lo > d->hi)
    return 0;
  for (int32_t i = 0; i < d->runs; i++) {
    const struct event_run *r = &d->run[i];
    __int128 reach = r->count > 1 ? (__int128)(r->count - 1) * r->stride : 0;
    if (r->length <= 0 || r->count <= 0 || (r->count > 1 && r->stride <= 0) || r->lo < d->lo ||
        r->lo + reach + r->length > d->hi)
      return 0;
  }
  return 1;
}

#define BODY(name)                                                                             \
  static int valid_##name(const struct event_##name *p) {                                      \
    int valid = 1;                                                                             \
    (void)p;
#define RECORD(name) BODY(name)
#define END                                                                                    \
  return valid;                                                                                \
  }
#define LIMIT(type, name, most) valid = valid && p->name <= (most);
#define LIMIT_IF(condition, type, name, most) LIMIT(type, name, most)
#define PART(record, name) valid = valid && valid_##record(&p->name);
#define PARTS(record, name, count, most)                                                       \
  valid = valid && p->count <= (most);                                                         \
  for (int i = 0; valid && i < p->count; i++)                                                  \
    valid = valid_##record(&p->name[i]);
#define VALID_RUNS valid = valid && valid_runs(p);
#define SCALAR(type, name)                                                                     \
  static int valid_##name(const type *p) {                                                     \
    return p != NULL;                                                                          \
  }
#include "include/events.def"

INLINED void code_head(struct buffer *b, struct event *e) {
#define HEAD(type, name) CODE(b, e->name);
#include "include/events.def"
  if (!e->sent)
    return;
#define SENT(type, name) CODE(b, e->name);
#define SENT_ARRAY(type, name, count) e->name = code_array(b, e->name, &e->count, sizeof(type));
#include "include/events.def"
}

INLINED void code_event(struct buffer *b, struct event *e) {
  code_head(b, e);
  switch (e->kind) {
#define EVENT(NAME, word, body, ...)                                                           \
  case EVENT_##NAME:                                                                           \
    code_##body(b, e, &e->u.body);                                                             \
    break;
#include "include/events.def"
  }
}

static int valid(const struct event *e) {
  if (e->phase > EVENT_LEAVE)
    return 0;
  switch (e->kind) {
#define EVENT(NAME, word, body, ...)                                                           \
  case EVENT_##NAME:                                                                           \
    return valid_##body(&e->u.body);
#include "include/events.def"
  }
  return 0;
}

size_t event_encode(const struct event *e, unsigned char *out, size_t room) {
  struct buffer b = {.out = out, .end = room};
  code_event(&b, (struct event *)(uintptr_t)e); /* encoding only reads the event */
  return b.at;
}

size_t event_decode(struct event *e, const unsigned char *in, size_t n, void *scratch) {
  struct buffer b = {.in = in, .end = n, .scratch = scratch};
  memset(e, 0, event_size(n ? in[0] : 0)); /* `kind` is the first field */
  code_event(&b, e);
  return b.failed || !valid(e) ? 0 : b.at;
}
