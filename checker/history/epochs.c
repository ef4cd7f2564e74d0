/* epochs.c: which epochs a rank had on a window, and which operations it issued in them. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/window_table.h"
#include "chronicle.h"

static uint64_t hash_ranks(const int32_t *rank, int32_t n) {
  uint64_t h = (uint64_t)n;
  for (int32_t i = 0; i < n; i++)
    h = (h ^ (uint32_t)rank[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  return h;
}

static void open_free(struct open_epoch *o) {
  if (o)
    free(o->others);
  free(o);
}

/* Epochs come in great numbers, a few at a time. */
static struct open_epoch *take(struct chronicle *l) {
  struct open_epoch *o = l->spare;
  if (!o)
    return calloc(1, sizeof *o);
  l->spare = NULL;
  memset(&o->row, 0, sizeof o->row);
  return o;
}

static void put_back(struct chronicle *l, struct open_epoch *o) {
  if (l->latest == &o->row.work)
    l->latest = NULL;
  if (l->spare)
    open_free(o);
  else
    l->spare = o;
}

static struct open_epoch *begin(struct chronicle *l, enum history_kind kind,
                                const struct event *e) {
  struct open_epoch *o = take(l);
  if (!o)
    return NULL;
  o->target = e->target;
  o->row.alike.kind = kind;
  o->row.alike.exclusive = e->kind == EVENT_LOCK && e->flag;
  o->row.alike.opened = chronicle_call(e);
  o->row.first = ++l->opened[kind];
  o->from = e->seq;
  return o;
}

/* The ranks of these indices in the window's group. */
static void name_others(const struct window *w, struct open_epoch *o, const int32_t *index,
                        int32_t n) {
  if (n > o->room) {
    free(o->others);
    o->others = malloc((size_t)n * sizeof *o->others);
    o->room = o->others ? n : 0;
  }
  if (n > o->room)
    return;
  for (int32_t i = 0; i < n; i++)
    o->others[i] = window_rank(w, index[i]);
  o->row.others_count = n;
  o->row.alike.others_hash = hash_ranks(o->others, n);
}

static void count_in(struct history_epoch *into, const struct open_epoch *o) {
  uint64_t number = o->row.first;
  if (!into->count++)
    into->first = number;
  else if (into->count == 2)
    into->step = number - into->last;
  else if (number - into->last != into->step)
    into->step = 0;
  into->last = number;
  for (int i = 0; i < HISTORY_OPS; i++) {
    into->work.operations[i] += o->row.work.operations[i];
    into->work.bytes[i] += o->row.work.bytes[i];
  }
}

static struct epoch_row *row_new(struct chronicle *l, struct open_epoch *o) {
  struct epoch_row *r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  r->row.alike = o->row.alike;
  HASH_ADD(hh, l->epochs, row.alike, sizeof r->row.alike, r);
  if (!r->hh.tbl) {
    free(r);
    return NULL;
  }
  if (o->row.others_count) {
    r->row.others = r->others = o->others;
    r->row.others_count = o->row.others_count;
    o->others = NULL;
    o->room = 0;
  }
  return r;
}

static struct epoch_row *row_of(struct check *c, struct chronicle *l, struct open_epoch *o) {
  struct epoch_row *r = l->recent[o->row.alike.kind];
  if (r && !memcmp(&r->row.alike, &o->row.alike, sizeof r->row.alike))
    return r;
  HASH_FIND(hh, l->epochs, &o->row.alike, sizeof o->row.alike, r);
  if (!r && HASH_COUNT(l->epochs) < c->rows)
    r = row_new(l, o);
  return l->recent[o->row.alike.kind] = r;
}

static void tell_span(struct check *c, const struct window *w, const struct open_epoch *o,
                      const struct event *closed) {
  if (!c->out.span)
    return;
  struct history_epoch row = o->row;
  row.count = 1;
  row.last = row.first;
  row.others = row.others_count ? o->others : NULL;
  c->out.span(c->out.context, &(struct history_span){.win = w->id,
                                                     .epoch = &row,
                                                     .from = o->from,
                                                     .to = closed ? closed->seq : 0});
}

static void remember(struct chronicle *l, const struct open_epoch *o, const struct event *e) {
  if (!l->past && !(l->past = calloc(PAST_EPOCHS, sizeof *l->past)))
    return;
  l->past[l->ended++ % PAST_EPOCHS] = epochs_past(o, e->seq);
}

/* `e`: the call that closes the epoch; NULL: none does. */
static void end(struct check *c, const struct window *w, struct chronicle *l,
                struct open_epoch *o, const struct event *e) {
  if (!o)
    return;
  if (e) {
    o->row.alike.closed = chronicle_call(e);
    remember(l, o, e);
  }
  tell_span(c, w, o, e);
  struct epoch_row *r = row_of(c, l, o);
  if (r)
    count_in(&r->row, o);
  else
    l->epochs_left_out++;
  put_back(l, o);
}

static void end_access(struct check *c, const struct window *w, struct chronicle *l,
                       const struct event *e) {
  end(c, w, l, l->access, e);
  l->access = NULL;
}

static int has_work(const struct open_epoch *o) {
  for (int i = 0; i < HISTORY_OPS; i++)
    if (o->row.work.operations[i])
      return 1;
  return 0;
}

/* Any epoch may follow the fence that opened one without operations: then there was none. */
static void leave_fence(struct check *c, const struct window *w, struct chronicle *l) {
  if (!l->access || l->access->row.alike.kind != HISTORY_FENCE)
    return;
  if (has_work(l->access)) {
    end_access(c, w, l, NULL);
    return;
  }
  put_back(l, l->access);
  l->access = NULL;
}

static struct open_epoch *locked(struct chronicle *l, int32_t target) {
  struct open_epoch *o;
  HASH_FIND(hh, l->locks, &target, sizeof target, o);
  return o;
}

static void lock(struct check *c, struct window *w, struct chronicle *l,
                 const struct event *e) {
  struct open_epoch *o;
  leave_fence(c, w, l);
  if (locked(l, e->target) || !(o = begin(l, HISTORY_LOCK, e)))
    return;
  name_others(w, o, &e->target, 1);
  HASH_ADD(hh, l->locks, target, sizeof o->target, o);
  if (!o->hh.tbl)
    open_free(o);
}

static void unlock(struct check *c, const struct window *w, struct chronicle *l,
                   const struct event *e) {
  struct open_epoch *o = locked(l, e->target);
  if (!o)
    return;
  HASH_DEL(l->locks, o);
  end(c, w, l, o, e);
}

static void fence(struct check *c, const struct window *w, struct chronicle *l,
                  const struct event *e) {
  if (l->access && l->access->row.alike.kind == HISTORY_FENCE)
    end_access(c, w, l, e);
  l->opened[HISTORY_FENCE] = (uint64_t)w->fence_count - 1;
  if (!l->access && !(e->assertion & ASSERT_NOSUCCEED))
    l->access = begin(l, HISTORY_FENCE, e);
}

static void start(struct check *c, struct window *w, struct chronicle *l,
                  const struct event *e) {
  leave_fence(c, w, l);
  if (!l->access && (l->access = begin(l, HISTORY_ACCESS, e)))
    name_others(w, l->access, e->u.group.index, e->u.group.count);
}

static void post(struct window *w, struct chronicle *l, const struct event *e) {
  if (!l->exposure && (l->exposure = begin(l, HISTORY_EXPOSURE, e)))
    name_others(w, l->exposure, e->u.group.index, e->u.group.count);
}

static void operation(struct chronicle *l, const struct event *e) {
  const struct event_op *o = &e->u.op;
  struct open_epoch *in = l->locks ? locked(l, e->target) : NULL;
  in = in ? in : l->access;
  l->latest = NULL;
  if (!in || e->target < 0 || o->op >= HISTORY_OPS)
    return;
  l->latest = &in->row.work;
  l->latest_op = o->op;
  l->latest_bytes = o->target.size;
  l->latest->operations[o->op]++;
  l->latest->bytes[o->op] += (uint64_t)o->target.size;
}

static void end_kind(struct check *c, const struct window *w, struct chronicle *l,
                     enum history_kind kind, const struct event *e) {
  if (l->access && l->access->row.alike.kind == kind)
    end_access(c, w, l, e);
}

static void note_leave(struct check *c, struct window *w, struct chronicle *l,
                       const struct event *e) {
  switch (e->kind) {
  case EVENT_FENCE:
    fence(c, w, l, e);
    break;
  case EVENT_START:
    start(c, w, l, e);
    break;
  case EVENT_COMPLETE:
    end_kind(c, w, l, HISTORY_ACCESS, e);
    break;
  case EVENT_POST:
    post(w, l, e);
    break;
  case EVENT_WAIT:
  case EVENT_TEST:
    if (e->kind == EVENT_TEST && !e->flag)
      break;
    end(c, w, l, l->exposure, e);
    l->exposure = NULL;
    break;
  case EVENT_LOCK:
    lock(c, w, l, e);
    break;
  case EVENT_LOCK_ALL:
    leave_fence(c, w, l);
    if (!l->access)
      l->access = begin(l, HISTORY_LOCK_ALL, e);
    break;
  case EVENT_UNLOCK:
    unlock(c, w, l, e);
    break;
  case EVENT_UNLOCK_ALL:
    end_kind(c, w, l, HISTORY_LOCK_ALL, e);
    break;
  default:
    break;
  }
}

void epochs_note(struct check *c, struct window *w, struct chronicle *l,
                 const struct event *e) {
  if (e->kind == EVENT_OP) {
    if (e->phase == EVENT_ENTER)
      operation(l, e);
  } else if (e->phase == EVENT_LEAVE && e->ok) {
    note_leave(c, w, l, e);
  }
}

static int is_epoch(const struct open_epoch *o) {
  return o && (o->row.alike.kind != HISTORY_FENCE || has_work(o));
}

void epochs_spans(struct check *c, const struct window *w, const struct chronicle *l) {
  if (is_epoch(l->access))
    tell_span(c, w, l->access, NULL);
  if (is_epoch(l->exposure))
    tell_span(c, w, l->exposure, NULL);
  for (const struct open_epoch *o = l->locks; o; o = o->hh.next)
    tell_span(c, w, o, NULL);
}

/* An epoch that nothing has closed is a row of its own. */
static void add_open(const struct open_epoch *o, struct history_epoch *row, int *n) {
  if (!is_epoch(o))
    return;
  row[*n] = o->row;
  row[*n].others = o->row.others_count ? o->others : NULL;
  row[*n].count = 1;
  row[(*n)++].last = o->row.first;
}

struct history_epoch *epochs_rows(const struct chronicle *l, int *n) {
  struct history_epoch *row =
      calloc(HASH_COUNT(l->epochs) + HASH_COUNT(l->locks) + 2, sizeof *row);
  *n = 0;
  if (!row)
    return NULL;
  for (const struct epoch_row *r = l->epochs; r; r = r->hh.next)
    row[(*n)++] = r->row;
  add_open(l->access, row, n);
  add_open(l->exposure, row, n);
  for (const struct open_epoch *o = l->locks; o; o = o->hh.next)
    add_open(o, row, n);
  return row;
}

void epochs_drop(struct chronicle *l) {
  struct open_epoch *o, *next;
  struct epoch_row *r, *after;
  HASH_ITER(hh, l->locks, o, next) {
    HASH_DEL(l->locks, o);
    open_free(o);
  }
  open_free(l->access);
  open_free(l->exposure);
  open_free(l->spare);
  free(l->past);
  HASH_ITER(hh, l->epochs, r, after) {
    HASH_DEL(l->epochs, r);
    free(r->others);
    free(r);
  }
}
