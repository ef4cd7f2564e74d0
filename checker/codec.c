/* codec.c: the wire and file form of events. Fields are written one by one, in host order, so
 * that padding and pointers never leave the process. */
#include <string.h>
#include "../include/basic.h"
#include "../include/event.h"

struct buffer {
  unsigned char *out;      /* encoding */
  const unsigned char *in; /* decoding */
  size_t at, end;
  int failed;
};

static void code(struct buffer *b, void *value, size_t n) {
  if (b->in) {
    if (b->end - b->at < n) {
      b->failed = 1;
      memset(value, 0, n);
    } else {
      memcpy(value, b->in + b->at, n);
    }
  } else if (b->at + n <= b->end) {
    memcpy(b->out + b->at, value, n);
  }
  if (!b->failed)
    b->at += n;
}
#define CODE(b, lvalue) code(b, &(lvalue), sizeof(lvalue))

static void code_data(struct buffer *b, struct event_data *d) {
  CODE(b, d->lo);
  CODE(b, d->hi);
  CODE(b, d->size);
  CODE(b, d->basic);
  CODE(b, d->flags);
  CODE(b, d->present);
}

static void code_op(struct buffer *b, struct event_op *o) {
  CODE(b, o->op);
  CODE(b, o->reduce);
  CODE(b, o->result_overlap);
  CODE(b, o->disp);
  CODE(b, o->request);
  CODE(b, o->epoch);
  code_data(b, &o->origin);
  code_data(b, &o->result);
  code_data(b, &o->target);
}

/* The array of `count` items of `item` bytes: in place when encoding, in scratch when decoding.
 */
static void *code_array(struct buffer *b, const void *array, int32_t count, size_t item,
                        void *scratch) {
  size_t n = count > 0 ? (size_t)count * item : 0;
  if (!b->in) {
    if (n)
      code(b, (void *)array, n);
    return NULL;
  }
  if (count < 0 || b->failed || (b->end - b->at) / item < (size_t)count) {
    b->failed = 1;
    return NULL;
  }
  if (n)
    code(b, scratch, n);
  return scratch;
}

static void code_window(struct buffer *b, struct event_window *w, void *scratch) {
  CODE(b, w->flavor);
  CODE(b, w->model);
  CODE(b, w->info);
  CODE(b, w->base);
  CODE(b, w->me);
  CODE(b, w->count);
  void *members = code_array(b, w->members, w->count, sizeof *w->members, scratch);
  if (b->in)
    w->members = members;
}

static void code_event(struct buffer *b, struct event *e, void *scratch) {
  CODE(b, e->kind);
  CODE(b, e->phase);
  CODE(b, e->ok);
  CODE(b, e->flag);
  CODE(b, e->call);
  CODE(b, e->rank);
  CODE(b, e->thread);
  CODE(b, e->stack);
  CODE(b, e->seq);
  CODE(b, e->win);
  CODE(b, e->target);
  CODE(b, e->assertion);
  switch (e->kind) {
  case EVENT_WIN_CREATE:
  case EVENT_WIN_INFO:
    code_window(b, &e->u.window, scratch);
    break;
  case EVENT_POST:
  case EVENT_START: {
    CODE(b, e->u.group.count);
    void *index = code_array(b, e->u.group.index, e->u.group.count, sizeof(int32_t), scratch);
    if (b->in)
      e->u.group.index = index;
    break;
  }
  case EVENT_ATTACH:
  case EVENT_DETACH:
    CODE(b, e->u.region.base);
    CODE(b, e->u.region.size);
    break;
  case EVENT_OP:
    code_op(b, &e->u.op);
    break;
  case EVENT_ARGUMENT:
    CODE(b, e->u.argument.what);
    CODE(b, e->u.argument.value);
    break;
  case EVENT_FENCE:
  case EVENT_REQUEST_DONE:
  case EVENT_REQUEST_FREE:
  case EVENT_REQUEST_CANCEL:
    CODE(b, e->u.number);
    break;
  default:
    break;
  }
}

size_t event_encode(const struct event *e, unsigned char *out, size_t room) {
  struct buffer b = {.out = out, .end = room};
  struct event copy = *e;
  code_event(&b, &copy, NULL);
  return b.at;
}

static int valid(const struct event *e) {
  if (!e->kind || e->kind >= EVENT_KINDS || e->phase > EVENT_LEAVE)
    return 0;
  if (e->kind != EVENT_OP)
    return 1;
  const struct event_op *o = &e->u.op;
  return o->op <= RMA_CAS && o->reduce <= REDUCE_USER && o->origin.basic < BASICS &&
         o->result.basic < BASICS && o->target.basic < BASICS;
}

size_t event_decode(struct event *e, const unsigned char *in, size_t n, void *scratch) {
  struct buffer b = {.in = in, .end = n};
  memset(e, 0, sizeof *e);
  code_event(&b, e, scratch);
  return b.failed || !valid(e) ? 0 : b.at;
}
