/* event_text.c: an event as a line of text, for whoever looks into a trace:
 *
 *   rank=1 seq=12 op enter MPI_Put win=3 target=2 disp=4 origin={present=1 ...} */
#include <stdarg.h>
#include <stdio.h>
#include "include/call.h"
#include "include/event.h"

struct event_line {
  char *out;
  size_t room;
  int length; /* length of the whole text, also where the buffer is too short for it */
};

static void add(struct event_line *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add(struct event_line *l, const char *format, ...) {
  size_t at = (size_t)l->length;
  va_list values;
  va_start(values, format);
  l->length += at < l->room ? vsnprintf(l->out + at, l->room - at, format, values)
                            : vsnprintf(NULL, 0, format, values);
  va_end(values);
}

static void add_number(struct event_line *l, const char *name, int64_t value) {
  if (value)
    add(l, " %s=%lld", name, (long long)value);
}

static void text_event_member(struct event_line *l, const struct event_member *m) {
  add(l, "%d:%lld/%d", m->rank, (long long)m->size, m->disp_unit);
}

static void text_event_entry(struct event_line *l, const struct event_entry *t) {
  add(l, "%d:%llu", t->rank, (unsigned long long)t->time);
}

static void text_event_run(struct event_line *l, const struct event_run *r) {
  add(l, "%lld+%lld", (long long)r->lo, (long long)r->length);
  if (r->count != 1)
    add(l, "*%lld/%lld", (long long)r->count, (long long)r->stride);
}

static void text_event_step(struct event_line *l, const struct event_step *s) {
  add(l, "%s:%d/%lld", call_name(s->call), s->other, (long long)s->number);
}

static void text_event_message(struct event_line *l, const struct event_message *m) {
  add(l, "%d%s%llx", m->rank, m->send ? "<" : ">", (unsigned long long)m->key);
}

static void text_event_calls(struct event_line *l, const struct event_calls *c) {
  add(l, "%d:%lld/%lld/%lld", c->rank, (long long)c->posts, (long long)c->starts,
      (long long)c->completes);
}

static void text_event_begun(struct event_line *l, const struct event_begun *b) {
  add(l, "%llx:%lld", (unsigned long long)b->comm, (long long)b->number);
}

static void text_event_counted(struct event_line *l, const struct event_counted *n) {
  add(l, "%llx:%llu", (unsigned long long)n->key, (unsigned long long)n->number);
}

static void text_letter(struct event_line *l, const char *letter) {
  add(l, "%02x", (unsigned char)*letter);
}

static void text_index(struct event_line *l, const int32_t *n) {
  add(l, "%d", *n);
}

static void text_id(struct event_line *l, const uint64_t *n) {
  add(l, "%llu", (unsigned long long)*n);
}

#define ITEM(pointer)                                                                          \
  _Generic((pointer),                                                                          \
           const struct event_member *: text_event_member,                              \
           const struct event_entry *: text_event_entry,                                \
           const struct event_run *: text_event_run, \
           const struct event_step *: text_event_step,                                    \
           const struct event_message *: text_event_message, \
           const struct event_calls *: text_event_calls, \
           const struct event_begun *: text_event_begun, \
           const struct event_counted *: text_event_counted, \
           const char *: text_letter, \
           const int32_t *: text_index,                                                        \
           const uint64_t *: text_id)
#define ITEMS(l, array, count, name)                                                           \
  for (int32_t i = 0; i < (count); i++) {                                                      \
    if (i)                                                                                     \
      add(l, ",");                                                                             \
    else                                                                                       \
      add(l, " " name "=");                                                                    \
    ITEM(array)(l, &(array)[i]);                                                               \
  }

#define BODY(name)                                                                             \
  static void text_##name(struct event_line *l, const struct event_##name *p) {                \
    (void)l, (void)p;
#define RECORD(name) BODY(name)
#define END }
#define FIELD(type, name) add_number(l, #name, (int64_t)p->name);
#define LIMIT(type, name, most) FIELD(type, name)
#define FIELD_IF(condition, type, name) FIELD(type, name)
#define LIMIT_IF(condition, type, name, most) FIELD(type, name)
#define PART(record, name)                                                                     \
  add(l, " " #name "={");                                                                      \
  text_##record(l, &p->name);                                                                  \
  add(l, " }");
#define PARTS(record, name, count, most)                                                       \
  for (int i = 0; i < p->count && i < most; i++) {                                             \
    PART(record, name[i])                                                                      \
  }
#define ARRAY(type, name, count) ITEMS(l, p->name, p->count, #name)
#define ARRAY_IF(condition, type, name, count) ARRAY(type, name, count)
#define SCALAR(type, name)                                                                     \
  static void text_##name(struct event_line *l, const type *p) {                               \
    add_number(l, #name, (int64_t)*p);                                                         \
  }
#include "include/events.def"

static void text_head(struct event_line *l, const struct event *e) {
  add(l, "rank=%d seq=%llu %s %s", e->rank, (unsigned long long)e->seq, event_word(e->kind),
      e->phase == EVENT_ENTER ? "enter" : "leave");
  if (e->call != (uint16_t)CALL_NONE)
    add(l, " %s", call_name(e->call));
  struct event rest = *e; /* a copy without the fields that were printed already */
  rest.kind = rest.phase = 0;
  rest.rank = 0;
  rest.call = 0;
  rest.seq = 0;
#define HEAD(type, name) add_number(l, #name, (int64_t)rest.name);
#include "include/events.def"
  if (!e->sent)
    return;
#define SENT(type, name) add_number(l, #name, (int64_t)e->name);
#define SENT_ARRAY(type, name, count) ITEMS(l, e->name, e->count, #name)
#include "include/events.def"
}

int event_text(const struct event *e, char *out, size_t room) {
  struct event_line l = {.out = out, .room = room};
  text_head(&l, e);
  switch (e->kind) {
#define EVENT(NAME, word, body, ...)                                                           \
  case EVENT_##NAME:                                                                           \
    text_##body(&l, &e->u.body);                                                               \
    break;
#include "include/events.def"
  }
  return l.length;
}
