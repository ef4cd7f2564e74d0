/* atomic.c: order that programs make by atomic operations on shared variables: locks and flags
 * built by hand. Puts under an exclusive lock, and gets under a lock, order in the same way.
 *
 * If an atomic operation returns the value that another one left in a variable, also one of
 * another thread of its process, it comes after that one. What its origin does with the value
 * comes after all that the writer had completed before, and also after the writing operation
 * itself, which must be visible if it was seen. So does what others do with what
 * an atomic operation has made of the value: a counter passes all on that comes before each
 * step. Often several operations could have left the value. A clock that all ranks share
 * excludes those that were overwritten before the reader started; whatever is still in doubt
 * counts as order. The target of the variable knows both sides, but late. So accesses that race
 * unless such a value orders them are kept as suspects, and at the end each rank tells all
 * others who has read from whom. A flag that a process polls by loads orders in the same way:
 * what its origin had completed before it put the flag comes before what the polling process
 * does afterwards. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/queue.h"
#include "checker/core/window_table.h"
#include "atomic.h"

#define ATOMS_MOST 1000000
#define LOOKS_MOST 300000000 /* comparisons of two atoms: about a second */

struct atom_key {
  uint64_t win, seq;
  int64_t origin; /* see origin_key */
};

struct atom { /* one operation on one element: an accumulate, or a put or get under a lock */
  struct atom_key key;
  int32_t rank;
  int64_t at;                                     /* offset of the variable in the window */
  uint8_t op, reduce, width, has_read, exclusive; /* exclusive: its lock */
  uint64_t operand, expected, read;
  struct clock *start; /* what its origin knew when it issued the operation */
  uint64_t start_time, value_time;
  uint64_t from, to; /* it happened between these two moments */
  UT_hash_handle hh;
};

static void atom_drop(struct atom *a) {
  clock_drop(a->start);
  free(a);
}

/* `part`: of one that stands for several, side by side. */
static int64_t origin_key(int32_t rank, int32_t part) {
  return rank | (int64_t)part << 32;
}

static uint64_t part_of(uint64_t value, int32_t part, uint8_t width) {
  return width < 8 ? value >> (8 * width * part) & ((1ull << (8 * width)) - 1) : value;
}

/* What is different with puts and gets under locks. */
static void issued_locked(struct check *c, struct atom *a, const struct event_op *o,
                          int32_t part) {
  c->atomic.locked++;
  a->key.origin = origin_key(a->rank, part);
  a->at += part * o->width;
  a->reduce = o->op == RMA_PUT ? REDUCE_REPLACE : REDUCE_NO_OP;
  if (!o->until)
    return;
  a->to = o->until;
  if (o->op == RMA_PUT)
    return;
  a->has_read = 1;
  a->read = part_of(o->operand, part, a->width);
  if (o->completed)
    a->value_time = o->over;
}

static inline __attribute__((always_inline)) void
issued(struct check *c, const struct window *w, const struct event *e, struct clock *start,
       uint64_t time, int32_t part) {
  const struct event_op *o = &e->u.op;
  if (HASH_COUNT(c->atomic.atoms) >= ATOMS_MOST) {
    c->atomic.lost++;
    return;
  }
  struct atom *a = calloc(1, sizeof *a);
  if (!a) {
    c->failed = 1;
    return;
  }
  a->key = (struct atom_key){w->id, e->seq, origin_key(e->rank, 0)};
  a->rank = e->rank;
  a->at = o->disp * window_own(w).disp_unit;
  a->op = o->op;
  a->reduce = o->op == RMA_CAS ? REDUCE_REPLACE : o->reduce;
  a->exclusive = e->flag & OP_EXCLUSIVE;
  a->width = o->width;
  a->operand = o->operand;
  a->expected = o->expected;
  a->start = clock_hold(start);
  a->start_time = a->value_time = time;
  a->from = o->when;
  a->to = UINT64_MAX;
  if (o->op < RMA_ACC)
    issued_locked(c, a, o, part);
  HASH_ADD(hh, c->atomic.atoms, key, sizeof a->key, a);
  if (!a->hh.tbl) {
    c->failed = 1;
    atom_drop(a);
  }
}

void atomic_issued(struct check *c, struct window *w, const struct event *e,
                   struct clock *start, uint64_t time) {
  const struct event_op *o = &e->u.op;
  if (o->op >= RMA_ACC) {
    issued(c, w, e, start, time, 0);
    return;
  }
  for (int32_t i = 0; !i || (i < (int32_t)o->joined && i < VALUE_BYTES); i++)
    if (c->atomic.locked < LOCKED_MOST)
      issued(c, w, e, start, time, i);
}

static inline struct atom *atom_find(const struct check *c, uint64_t win, uint64_t seq,
                                     int32_t rank, int32_t part) {
  struct atom_key key = {win, seq, origin_key(rank, part)};
  struct atom *a;
  HASH_FIND(hh, c->atomic.atoms, &key, sizeof key, a);
  return a;
}

/* Who reads what was put under an exclusive lock comes after the epoch of that lock. */
void atomic_over(struct check *c, const struct access *op) {
  struct atom *a = op->op == RMA_PUT ? atom_find(c, op->win, op->site.seq, op->rank, 0) : NULL;
  if (!a)
    return;
  a->start_time = op->end_time;
  if (op->until)
    a->to = op->until;
}

/* If it is told again, the same was read by others for which this one stands (await.h). */
static void read_is(const struct check *c, struct atom *a, const struct event *e,
                    uint64_t read) {
  if (!a->has_read)
    a->value_time = e->rank == c->rank ? c->time.now : e->time;
  a->has_read = 1;
  a->read = read;
  a->to = e->u.value.when ? e->u.value.when : UINT64_MAX;
}

static void drop_unread(struct check *c, struct atom *a) {
  HASH_DEL(c->atomic.atoms, a);
  atom_drop(a);
  c->atomic.locked--;
}

/* Of gets side by side. */
static void atomic_got(struct check *c, const struct window *w, const struct event *e) {
  const struct event_value *v = &e->u.value;
  struct atom *a;
  for (int32_t i = 0, end = 0; end < v->width && (a = atom_find(c, w->id, v->seq, e->rank, i));
       i++) {
    end += a->width;
    if (e->flag == VALUE_OF_BEFORE)
      drop_unread(c, a);
    else
      read_is(c, a, e, part_of(v->read, i, a->width));
  }
}

void atomic_value(struct check *c, struct window *w, const struct event *e) {
  if (e->flag != VALUE_OF_ACCUMULATE) {
    atomic_got(c, w, e);
    return;
  }
  struct atom *a = atom_find(c, w->id, e->u.value.seq, e->rank, 0);
  if (a)
    read_is(c, a, e, e->u.value.read);
}

static int certainly_writes(const struct atom *a) {
  if (a->op == RMA_CAS)
    return a->has_read && a->read == a->expected;
  return a->reduce != REDUCE_NO_OP;
}

/* Returns whether the operation may have left `value`. Often this depends on the value that it
 * has read, which may be unknown: then the answer is yes. */
static int may_write(const struct atom *a, uint64_t value, uint8_t width) {
  if (a->width != width)
    return certainly_writes(a);
  uint64_t mask = a->width < 8 ? (1ull << (8 * a->width)) - 1 : UINT64_MAX;
  if (a->op == RMA_CAS)
    return a->has_read ? a->read == a->expected && a->operand == value : a->operand == value;
  if (a->reduce == REDUCE_NO_OP)
    return 0;
  if (a->reduce == REDUCE_REPLACE)
    return a->operand == value;
  if (a->reduce == REDUCE_SUM && a->has_read && a->operand < 1ull << 31)
    return ((a->read + a->operand) & mask) == value;
  return 1;
}

/* Sorts by variable, and the atoms of one variable by the end of their time. */
static int by_variable(const void *x, const void *y) {
  const struct atom *a = *(struct atom *const *)x, *b = *(struct atom *const *)y;
  if (a->key.win != b->key.win)
    return a->key.win < b->key.win ? -1 : 1;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return a->to < b->to ? -1 : a->to > b->to;
}

void atomic_order_push(struct check *c, struct event_order o, const struct clock *k) {
  if (k) {
    o.floor = k->floor;
    o.entries = k->count;
    struct event_entry *copy = malloc(((size_t)k->count + 1) * sizeof *copy);
    if (!copy) {
      c->failed = 1;
      return;
    }
    memcpy(copy, k->at, (size_t)k->count * sizeof *copy);
    o.entry = copy;
  }
  queue_push(c, &c->atomic.orders, &o, sizeof o);
}

/* From when on its origin may use what the operation has read. If another thread has completed
 * it, whoever knows of the operation may have waited for that. */
static uint64_t read_time(const struct atom *a) {
  int own = thread_slot(a->value_time) == thread_slot(a->start_time);
  return own ? a->value_time : a->start_time;
}

/* Who reads what an atomic operation wrote also comes after what that one has read. */
static void order_add(struct check *c, const struct atom *from, const struct atom *to) {
  struct event_order o = {.from = from->rank, .from_time = from->start_time};
  o.to = to->rank;
  o.to_time = read_time(to);
  o.seen = from->width <= to->width;
  atomic_order_push(c, o, from->start);
  if (to->op < RMA_ACC || !certainly_writes(to))
    return;
  o.to_time = to->start_time;
  o.passed = 1;
  atomic_order_push(c, o, from->start);
}

struct variable {
  struct atom *const *at; /* sorted by the end of their time */
  int n;
  uint64_t *latest, *least; /* latest[i]: latest start of a certain update up to i; least[i]:
                               earliest start from i on */
};

/* Returns how many of them were over before `when`. */
static int over_before(const struct variable *v, uint64_t when) {
  int lo = 0, hi = v->n;
  while (lo < hi) {
    int middle = lo + (hi - lo) / 2;
    if (v->at[middle]->to < when)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

/* Accumulates are atomic; of other operations an exclusive lock keeps those of the others out.
 */
static int in_turn(const struct atom *a, const struct atom *b) {
  return (a->op >= RMA_ACC && b->op >= RMA_ACC) || a->exclusive || b->exclusive;
}

static int by_one_thread(const struct atom *a, const struct atom *b) {
  return a->rank == b->rank && thread_slot(a->start_time) == thread_slot(b->start_time);
}

/* Adds an order from each operation that `reader` may have read from: it may have left the
 * value, it started before the reader was over, and it was not certainly overwritten before the
 * reader started. */
static void read_from(struct check *c, const struct variable *v, const struct atom *reader) {
  int before = over_before(v, reader->from);
  int i = before ? over_before(v, v->latest[before - 1]) : 0;
  for (; i < v->n && v->least[i] <= reader->to; i++) {
    const struct atom *a = v->at[i];
    if (++c->atomic.looks > LOOKS_MOST || c->atomic.orders.count >= ORDERS_MOST) {
      c->atomic.lost++;
      return;
    }
    if (!by_one_thread(a, reader) && a->from <= reader->to && in_turn(a, reader) &&
        may_write(a, reader->read, reader->width))
      order_add(c, a, reader);
  }
}

static void settle_variable(struct check *c, struct atom *const *all, int n) {
  struct atom **at = malloc((size_t)n * sizeof *at);
  struct variable v = {at, 0, malloc(2 * (size_t)n * sizeof *v.latest), NULL};
  if (!at || !v.latest) {
    c->failed = 1;
    free(at);
    free(v.latest);
    return;
  }
  v.least = v.latest + n;
  for (int i = 0; i < n; i++) /* who polls reads more often than anybody writes */
    if (all[i]->reduce != REDUCE_NO_OP)
      at[v.n++] = all[i];
  for (int i = 0; i < v.n; i++) {
    v.latest[i] = i ? v.latest[i - 1] : 0;
    if (certainly_writes(at[i]) && at[i]->to != UINT64_MAX && at[i]->from > v.latest[i])
      v.latest[i] = at[i]->from;
  }
  for (int i = v.n; i--;)
    v.least[i] = i + 1 < v.n && v.least[i + 1] < at[i]->from ? v.least[i + 1] : at[i]->from;
  for (int i = 0; i < n && !c->failed && !c->atomic.lost; i++)
    if (all[i]->has_read)
      read_from(c, &v, all[i]);
  free(at);
  free(v.latest);
}

int check_suspects(const struct check *c) {
  return c->atomic.suspects != NULL;
}

static void tell_all(struct check *c, const struct event_order *o) {
  struct event e = {.kind = EVENT_ORDER, .rank = c->rank, .target = -1};
  e.u.order = *o;
  for (int32_t r = 0; r < c->size; r++)
    peer_send(c, r, &e);
}

void check_settle(struct check *c, int suspects) {
  size_t n = 0;
  struct atom **all = suspects ? malloc((HASH_COUNT(c->atomic.atoms) + 1) * sizeof *all) : NULL;
  for (struct atom *a = c->atomic.atoms; all && a; a = a->hh.next)
    all[n++] = a;
  if (all)
    qsort(all, n, sizeof *all, by_variable);
  for (size_t i = 0, k; i < n && !c->failed; i = k) {
    for (k = i + 1; k < n && all[k]->key.win == all[i]->key.win && all[k]->at == all[i]->at;
         k++)
      ;
    settle_variable(c, all + i, (int)(k - i));
  }
  free(all);
  if (c->atomic.lost)
    tell_all(c, &(struct event_order){.from = -1, .to = -1});
  for (int i = 0; i < c->atomic.orders.count && !c->failed && !c->atomic.lost; i++)
    tell_all(c, queue_item(&c->atomic.orders, i, sizeof(struct event_order)));
}

void atomic_order(struct check *c, const struct event *e) {
  struct event_order o = e->u.order;
  if (o.from < 0) {
    c->atomic.lost++;
    return;
  }
  struct event_entry *copy = malloc(((size_t)o.entries + 1) * sizeof *copy);
  if (!copy) {
    c->failed = 1;
    return;
  }
  if (o.entries)
    memcpy(copy, o.entry, (size_t)o.entries * sizeof *copy);
  o.entry = copy;
  if (!queue_push(c, &c->atomic.heard, &o, sizeof o))
    free(copy);
}

static void orders_free(struct queue *orders) {
  for (int i = 0; i < orders->count; i++)
    free((void *)((struct event_order *)queue_item(orders, i, sizeof(struct event_order)))
             ->entry);
  queue_free(orders);
}

void atomic_free(struct check *c) {
  atomic_suspects_free(c);
  struct atom *a, *next;
  HASH_ITER(hh, c->atomic.atoms, a, next) {
    HASH_DEL(c->atomic.atoms, a);
    atom_drop(a);
  }
  orders_free(&c->atomic.orders);
  orders_free(&c->atomic.heard);
}
