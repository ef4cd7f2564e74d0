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
  unsigned char *scratch; /* decoding: room for arrays */
};

/* Inlined: nearly all sizes are constants, and this is most of what a message costs. */
static inline __attribute__((always_inline)) void code(struct buffer *b, void *value,
                                                       size_t n) {
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

/* The array of `count` items of `item` bytes: in place when encoding, in scratch when decoding.
 */
static const void *code_array(struct buffer *b, const void *array, int32_t *count,
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

static void code_data(struct buffer *b, struct event_data *d) {
  CODE(b, d->present);
  if (!d->present)
    return;
  CODE(b, d->lo);
  CODE(b, d->hi);
  CODE(b, d->size);
  CODE(b, d->basic);
  CODE(b, d->element);
  CODE(b, d->flags);
  d->run = code_array(b, d->run, &d->runs, sizeof *d->run);
}

static void code_op(struct buffer *b, struct event_op *o) {
  CODE(b, o->op);
  CODE(b, o->reduce);
  CODE(b, o->result_overlap);
  CODE(b, o->disp);
  CODE(b, o->width);
  if (o->width) {
    CODE(b, o->operand);
    CODE(b, o->expected);
    CODE(b, o->when);
  }
  CODE(b, o->request);
  CODE(b, o->joined);
  CODE(b, o->epoch_kind);
  CODE(b, o->fetched);
  CODE(b, o->from);
  CODE(b, o->epoch);
  code_data(b, &o->origin);
  code_data(b, &o->result);
  code_data(b, &o->compare);
  code_data(b, &o->target);
}

static void code_window(struct buffer *b, struct event_window *w) {
  CODE(b, w->flavor);
  CODE(b, w->model);
  CODE(b, w->info);
  CODE(b, w->base);
  CODE(b, w->me);
  w->members = code_array(b, w->members, &w->count, sizeof *w->members);
}

static void code_sent(struct buffer *b, struct event *e) {
  CODE(b, e->sent);
  if (!e->sent)
    return;
  CODE(b, e->tainted);
  CODE(b, e->time);
  CODE(b, e->settled);
  CODE(b, e->floor);
  e->entry = code_array(b, e->entry, &e->entries, sizeof *e->entry);
}

static void code_access(struct buffer *b, struct event_access *a, int sent) {
  CODE(b, a->store);
  CODE(b, a->program);
  CODE(b, a->request);
  if (a->request)
    CODE(b, a->argument);
  if (a->program & (PROGRAM_CHANGED | PROGRAM_POLLED))
    CODE(b, a->since);
  code_data(b, &a->data);
  if (!sent)
    return;
  CODE(b, a->segment);
  CODE(b, a->holds);
  for (int i = 0; i < a->holds && i < EVENT_HOLDS; i++) {
    CODE(b, a->hold[i].win);
    CODE(b, a->hold[i].index);
    CODE(b, a->hold[i].exclusive);
  }
}

static void code_greq(struct buffer *b, struct event_greq *g) {
  CODE(b, g->step);
  CODE(b, g->how);
  CODE(b, g->callback);
  CODE(b, g->inside);
  CODE(b, g->facts);
  CODE(b, g->code);
  CODE(b, g->handle);
  CODE(b, g->status);
  g->list = code_array(b, g->list, &g->count, sizeof *g->list);
}

static void code_misuse(struct buffer *b, struct event_misuse *m) {
  CODE(b, m->what);
  CODE(b, m->call);
  CODE(b, m->thread);
  CODE(b, m->stack);
  CODE(b, m->value);
  CODE(b, m->most);
  CODE(b, m->others);
  for (int i = 0; i < m->others && i < MISUSE_MAKERS - 1; i++) {
    CODE(b, m->other[i].call);
    CODE(b, m->other[i].thread);
    CODE(b, m->other[i].stack);
  }
}

static void code_event(struct buffer *b, struct event *e) {
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
  code_sent(b, e);
  switch (e->kind) {
  case EVENT_WIN_CREATE:
  case EVENT_WIN_INFO:
    code_window(b, &e->u.window);
    break;
  case EVENT_POST:
  case EVENT_START:
    e->u.group.index = code_array(b, e->u.group.index, &e->u.group.count, sizeof(int32_t));
    CODE(b, e->u.group.when);
    break;
  case EVENT_WIN_QUERY:
  case EVENT_ATTACH:
  case EVENT_DETACH:
  case EVENT_FREED:
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
  case EVENT_RELEASE:
  case EVENT_ACQUIRE:
  case EVENT_TAKEN:
    CODE(b, e->u.edge.rank);
    CODE(b, e->u.edge.key);
    CODE(b, e->u.edge.number);
    if (e->kind == EVENT_RELEASE && e->flag & RELEASE_READY)
      CODE(b, e->u.edge.when);
    if (e->kind == EVENT_ACQUIRE)
      CODE(b, e->u.edge.receive);
    break;
  case EVENT_BUFFER:
    CODE(b, e->u.buffer.what);
    CODE(b, e->u.buffer.rank);
    CODE(b, e->u.buffer.size);
    CODE(b, e->u.buffer.key);
    CODE(b, e->u.buffer.number);
    break;
  case EVENT_MISUSE:
    code_misuse(b, &e->u.misuse);
    break;
  case EVENT_RECEIVE:
    CODE(b, e->u.receive.id);
    CODE(b, e->u.receive.when);
    CODE(b, e->u.receive.source);
    CODE(b, e->u.receive.comm);
    CODE(b, e->u.receive.key);
    break;
  case EVENT_VALUE:
    CODE(b, e->u.value.seq);
    CODE(b, e->u.value.read);
    CODE(b, e->u.value.when);
    break;
  case EVENT_ORDER:
  case EVENT_VISIBLE:
    CODE(b, e->u.order.from);
    CODE(b, e->u.order.to);
    CODE(b, e->u.order.seen);
    CODE(b, e->u.order.from_time);
    CODE(b, e->u.order.to_time);
    CODE(b, e->u.order.floor);
    e->u.order.entry =
        code_array(b, e->u.order.entry, &e->u.order.entries, sizeof *e->u.order.entry);
    break;
  case EVENT_DONE:
    CODE(b, e->u.done.from);
    CODE(b, e->u.done.how);
    CODE(b, e->u.done.seq);
    break;
  case EVENT_QUIET:
    CODE(b, e->u.quiet.round);
    CODE(b, e->u.quiet.missing);
    CODE(b, e->u.quiet.over);
    break;
  case EVENT_ACCESS:
    code_access(b, &e->u.access, e->sent);
    break;
  case EVENT_GREQ:
    code_greq(b, &e->u.greq);
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
  code_event(&b, &copy);
  return b.at;
}

static int valid_data(const struct event_data *d) {
  if (d->basic >= BASICS || d->lo > d->hi)
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

static int valid(const struct event *e) {
  if (!e->kind || e->kind >= EVENT_KINDS || e->phase > EVENT_LEAVE)
    return 0;
  if (e->kind == EVENT_ACCESS)
    return e->u.access.holds <= EVENT_HOLDS && valid_data(&e->u.access.data);
  if (e->kind == EVENT_GREQ)
    return e->u.greq.step < GREQ_STEPS && e->u.greq.callback <= GREQ_POLL_FN;
  if (e->kind == EVENT_MISUSE)
    return e->u.misuse.others < MISUSE_MAKERS;
  if (e->kind != EVENT_OP)
    return 1;
  const struct event_op *o = &e->u.op;
  return o->op <= RMA_CAS && o->reduce <= REDUCE_USER && valid_data(&o->origin) &&
         valid_data(&o->result) && valid_data(&o->compare) && valid_data(&o->target);
}

size_t event_decode(struct event *e, const unsigned char *in, size_t n, void *scratch) {
  struct buffer b = {.in = in, .end = n, .scratch = scratch};
  memset(e, 0, sizeof *e);
  code_event(&b, e);
  return b.failed || !valid(e) ? 0 : b.at;
}
