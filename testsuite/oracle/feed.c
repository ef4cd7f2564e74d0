#include "feed.h"
#include "threads.h"
#include <string.h>
#include "include/basic.h"
#include "include/call.h"

int feed_call(uint64_t seq) {
  return seq && (seq - 1) / 2 < ACTS ? (int)((seq - 1) / 2) : -1;
}

static int name_call(const struct act *c) {
  static const int ops[] = {CALL_Put,          CALL_Get,
                            CALL_Accumulate,   CALL_Get_accumulate,
                            CALL_Fetch_and_op, CALL_Compare_and_swap};
  static const int with_request[] = {CALL_Rput, CALL_Rget, CALL_Raccumulate,
                                     CALL_Rget_accumulate};
  if (c->kind == EVENT_OP)
    return c->request ? with_request[c->op] : ops[c->op];
  return c->kind == EVENT_ACCESS && !c->mpi ? CALL_NONE : (int)event_call(c->kind);
}

static void set_window(struct feed *f, const struct program *p, const struct act *c,
                       int model) {
  const struct window *w = &p->window[c->win];
  int dynamic = w->flavor == FLAVOR_DYNAMIC, me = window_index(w, c->rank);
  for (int i = 0; i < w->count; i++)
    f->member[i] =
        (struct event_member){dynamic ? 0 : w->size[i], dynamic ? 1 : w->unit[i], w->member[i]};
  f->event.u.window = (struct event_window){.flavor = (uint8_t)w->flavor,
                                            .model = (uint8_t)model,
                                            .info = (uint32_t)w->info,
                                            .me = me,
                                            .count = w->count,
                                            .members = f->member};
  if (f->event.phase == EVENT_LEAVE && !dynamic)
    f->event.u.window.base = ADDRESS + (uint64_t)w->base[me];
}

static void set_group(struct feed *f, int bits) {
  int n = 0;
  for (int i = 0; i < RANKS; i++)
    if (bits >> i & 1)
      f->index[n++] = i;
  f->event.u.group = (struct event_group){.count = n, .index = f->index};
}

static struct event_data data_of(struct feed *f, const struct act *c, enum part part) {
  const struct place *p = &c->at[part];
  int64_t base = part == PART_TARGET ? 0 : ADDRESS;
  struct event_data d = {.basic = (uint16_t)c->basic,
                         .element = (uint16_t)basic_size(c->basic),
                         .present = p->runs > 0};
  for (int i = 0; i < p->runs; i++) {
    const struct run *r = &p->run[i];
    int64_t lo = base + r->lo, hi = lo + (int64_t)(r->count - 1) * r->stride + r->length;
    f->run[part][i] = (struct event_run){lo, r->length, r->stride, r->count};
    d.lo = !i || lo < d.lo ? lo : d.lo;
    d.hi = !i || hi > d.hi ? hi : d.hi;
  }
  d.size = place_size(p);
  if (d.size != d.hi - d.lo) {
    d.flags = DATA_DERIVED;
    d.runs = p->runs;
    d.run = f->run[part];
  }
  return d;
}

static void set_op(struct feed *f, const struct program *p, const struct act *c) {
  struct event_op *o = &f->event.u.op;
  int dynamic = p->window[c->win].flavor == FLAVOR_DYNAMIC;
  o->op = (uint8_t)c->op;
  o->reduce = (uint8_t)c->reduce;
  o->disp = c->disp + (dynamic ? ADDRESS : 0);
  o->request = (uint64_t)c->request;
  o->target = data_of(f, c, PART_TARGET);
  o->origin = data_of(f, c, PART_ORIGIN);
  o->result = data_of(f, c, PART_RESULT);
  o->compare = data_of(f, c, PART_COMPARE);
}

static void set_region(struct feed *f, const struct program *p, const struct act *c) {
  const struct window *w = &p->window[c->win];
  int me = window_index(w, c->rank);
  f->event.u.region = (struct event_region){ADDRESS + (uint64_t)w->base[me], w->size[me]};
}

static void set_more(struct feed *f, const struct program *p, const struct act *c, int model) {
  struct event *e = &f->event;
  switch (c->kind) {
  case EVENT_WIN_CREATE:
    set_window(f, p, c, model);
    break;
  case EVENT_ATTACH:
    set_region(f, p, c);
    break;
  case EVENT_POST:
  case EVENT_START:
    set_group(f, c->group);
    break;
  case EVENT_OP:
    set_op(f, p, c);
    break;
  case EVENT_REQUEST_DONE:
    e->u.request = (uint64_t)c->request;
    break;
  case EVENT_RELEASE:
  case EVENT_ACQUIRE:
    e->target = -1;
    e->u.edge = (struct event_edge){
        .rank = c->target, .key = (uint64_t)c->key, .number = (uint64_t)c->number};
    break;
  case EVENT_THREAD:
    e->target = -1;
    e->flag = c->flag ? THREAD_BEGINS : 0;
    f->known.key = (uint64_t)c->target;
    f->known.number =
        2 * (uint64_t)(threads_last(p, (int)(c - p->call), c->rank, c->target) + 1);
    e->u.known = (struct event_known){f->known.number > 0, &f->known};
    break;
  case EVENT_ACCESS:
    e->u.access.store = (uint8_t)c->flag;
    e->u.access.program =
        (uint8_t)(c->mpi ? 0 : PROGRAM_ACCESS | (c->polls ? PROGRAM_POLLS : 0));
    e->u.access.request = (uint64_t)c->request;
    e->u.access.data = data_of(f, c, PART_ORIGIN);
    break;
  }
}

void feed_make(struct feed *f, const struct program *p, int call, int phase, int model) {
  const struct act *c = &p->call[call];
  struct event *e = &f->event;
  memset(e, 0, sizeof *e);
  e->kind = (uint8_t)c->kind;
  e->phase = (uint8_t)phase;
  e->ok = phase == EVENT_LEAVE;
  e->call = (uint16_t)name_call(c);
  e->rank = c->rank;
  e->thread = c->thread;
  e->stack = (uint32_t)program_line(p, call);
  e->seq = 2 * (uint64_t)call + (phase == EVENT_LEAVE ? 2 : 1);
  e->win = (uint64_t)c->win;
  e->target = c->target;
  e->assertion = (uint32_t)c->assertion;
  if (c->kind == EVENT_LOCK || c->kind == EVENT_FLUSH ||
      (c->kind == EVENT_TEST && phase == EVENT_LEAVE))
    e->flag = (uint8_t)c->flag;
  set_more(f, p, c, model);
}
