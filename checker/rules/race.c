/* race.c: may two accesses be concurrent? (section 11.7)
 *
 * They may if they have no byte in common (but see the third rule), if none is an update, if
 * one is over before the other starts, if locks exclude each other, or if both are accumulates
 * that are atomic with respect to each other. */
#include "include/basic.h"
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/two_copies.h"
#include "checker/core/memory.h"
#include "checker/core/shelf.h"
#include "checker/core/window_table.h"
#include "race_finding.h"
#include "checker/tell/told.h"
#include "atomic.h"
#include "lock_reads.h"
#include "race.h"
#include "visible.h"

struct look {
  struct check *c;
  struct access *a;
  struct window *w; /* of the third rule */
};

static int accumulates(const struct access *a) {
  return !a->local && a->op >= RMA_ACC;
}

/* What an accumulate does for the info key accumulate_ops: MPI_Compare_and_swap counts as
 * replace. */
static int operation(const struct access *a) {
  return a->op == RMA_CAS ? REDUCE_REPLACE : a->reduce;
}

static int fetches(const struct access *a) {
  return a->op != RMA_ACC;
}

/* Accumulates of one origin are ordered according to the info key accumulate_ordering. */
static int order_kept(const struct window *w, const struct access *a, const struct access *b) {
  const struct access *first = a->site.seq < b->site.seq ? a : b, *later = first == a ? b : a;
  uint32_t needed = (first->update && fetches(later) ? INFO_UNORDERED_RAW : 0) |
                    (fetches(first) && later->update ? INFO_UNORDERED_WAR : 0) |
                    (first->update && later->update ? INFO_UNORDERED_WAW : 0);
  return !(w->info & needed);
}

static int one_type(const struct access *a, const struct access *b) {
  return accumulates(a) && accumulates(b) && a->win == b->win && a->basic == b->basic &&
         a->basic != BASIC_MIXED && access_aligned(a, b);
}

/* Accumulates are atomic for each element, with one predefined datatype and one operation
 * (section 11.7.1). */
static int atomic_always(const struct window *w, const struct access *a,
                         const struct access *b) {
  int x = operation(a), y = operation(b);
  return one_type(a, b) &&
         (x == y || (!(w->info & INFO_SAME_OP) && (x == REDUCE_NO_OP || y == REDUCE_NO_OP)));
}

/* Threads call operations in an order of their own only if something orders the threads. */
static int called_in_order(const struct access *a, const struct access *b) {
  return a->rank == b->rank &&
         (clock_knew(a->start, a->rank, a->start_time, b->rank, b->start_time) ||
          clock_knew(b->start, b->rank, b->start_time, a->rank, a->start_time));
}

static int kept_in_order(const struct window *w, const struct access *a,
                         const struct access *b) {
  return called_in_order(a, b) && one_type(a, b) && order_kept(w, a, b);
}

static int ordered(const struct check *c, const struct access *a, const struct access *b) {
  return access_before(c, a, b) || access_before(c, b, a);
}

static int separate(const struct check *c, const struct window *w) {
  return (c->model ? c->model : w->model) == MODEL_SEPARATE;
}

/* Returns whether one of the two comes after the other also in the copies of the window that
 * they use. */
static int ordered_by_copies(const struct check *c, const struct window *w,
                             const struct access *local, const struct access *op) {
  if (access_before(c, local, op) && (!local->update || copy_published(c, w, local, op)))
    return 1;
  return access_before(c, op, local) && (!op->update || copy_acquired(c, w, op, local));
}

/* Returns whether `a` is to be named first: the operation before the local access; of two
 * operations the one of the lower rank; of one rank the later one. */
static int is_blamed(const struct access *a, const struct access *b) {
  return a->local != b->local ? !a->local
         : a->rank != b->rank ? a->rank < b->rank
                              : a->site.seq > b->site.seq;
}

static void say_pair(struct check *c, struct window *w, enum slug slug, struct access *a,
                     struct access *b, int64_t lo, int64_t hi, int only_separate) {
  int first = is_blamed(a, b);
  race_finding_tell(c, w, slug, first ? a : b, first ? b : a, lo, hi, only_separate);
}

/* Returns whether all findings of `l->a` with accesses of that kind in the subtree were made
 * often enough. */
static int enough(const struct look *l, const struct window *w, enum slug slug,
                  const struct access *first, const struct access *last,
                  const struct access *subtree) {
  int blamed = is_blamed(l->a, first);
  return is_blamed(l->a, last) == blamed &&
         told_enough_of_all(l->c, slug, w, l->a, blamed, subtree);
}

/* `later` comes after `first`, but through another window. Returns whether the update has
 * reached that window's copy. */
static int carried(const struct check *c, const struct access *first,
                   const struct access *later) {
  struct window *from = window_find(c, first->win), *to = window_find(c, later->win);
  if (!first->update || !from || !to || !access_before(c, first, later))
    return 1;
  return copy_carried(c, from, to, first, later);
}

/* Two operations through two windows; one is over before the other starts. */
static void ordered_pair(struct check *c, struct window *w, struct access *a,
                         struct access *b) {
  int64_t lo, hi;
  if ((carried(c, a, b) && carried(c, b, a)) || !access_meets(a, b, &lo, &hi))
    return;
  say_pair(c, w, separate(c, w) ? SLUG_RMA_RACE : SLUG_SEPARATE_RACE, a, b, lo, hi, 1);
}

static enum slug operations_slug(const struct access *a, const struct access *b) {
  return accumulates(a) && accumulates(b) ? SLUG_ACCUMULATE_RACE : SLUG_RMA_RACE;
}

void race_pair(struct check *c, struct access *a, struct access *b) {
  int64_t lo, hi;
  if (!a->update && !b->update)
    return;
  struct window *w = window_find(c, a->win);
  w = w ? w : window_find(c, b->win);
  if (!w || atomic_always(w, a, b))
    return;
  int after = ordered(c, a, b);
  if (after && a->win == b->win)
    return;
  if (after) {
    ordered_pair(c, w, a, b);
    return;
  }
  if (lock_excludes(w, a, b) || !access_meets(a, b, &lo, &hi) || kept_in_order(w, a, b))
    return;
  say_pair(c, w, operations_slug(a, b), a, b, lo, hi, 0);
}

/* The third rule concerns bytes that are not common, too: updates through two windows. */
static void pair_apart(struct check *c, struct access *a, struct access *b) {
  int64_t lo, hi;
  struct window *w = window_find(c, a->win), *v = window_find(c, b->win);
  if (!w || !v || w == v || !a->update || !b->update || ordered(c, a, b) ||
      access_meets(a, b, &lo, &hi))
    return;
  if (!window_met(w, b) && !window_met(v, a))
    return;
  int decides = separate(c, w);
  say_pair(c, w, decides ? SLUG_RMA_RACE : SLUG_SEPARATE_RACE, a, b, a->lo, a->hi, 1);
}

static void with_operation(void *context, struct access *b) {
  struct look *l = context;
  race_pair(l->c, l->a, b);
}

static void apart_operation(void *context, struct access *b) {
  struct look *l = context;
  if (b->win != l->a->win)
    pair_apart(l->c, l->a, b);
}

static void local_pair(struct check *c, struct access *local, struct access *op, int meet,
                       int64_t lo, int64_t hi) {
  struct window *w = window_find(c, op->win);
  if (!w || lock_excludes(w, local, op)) {
    if (w && meet && !ordered(c, local, op))
      lock_read(c, w, local, op);
    return;
  }
  if (!meet && !window_meets(w, local))
    return;
  int only = !meet || ordered(c, local, op);
  if (w->hidden && !only)
    return;
  local->tainted |= w->ordered;
  if (only && local->rank != c->rank) /* of no copy */
    return;
  if (only && ordered_by_copies(c, w, local, op))
    return;
  enum slug slug = separate(c, w)                   ? SLUG_RMA_LOCAL_RACE
                   : only                           ? SLUG_SEPARATE_RACE
                   : local->program & PROGRAM_POLLS ? SLUG_POLLED
                                                    : SLUG_RMA_LOCAL_RACE;
  if (slug == SLUG_POLLED && local->rank == c->rank && op->rank != c->rank)
    atomic_polled(c, local, op);
  say_pair(c, w, slug, op, local, lo, hi, only);
}

/* A store and a put into one window must not be concurrent, even at different bytes. */
static void with_local(struct check *c, struct access *local, struct access *op) {
  int64_t lo = op->lo, hi = op->hi;
  int meet = access_meets(local, op, &lo, &hi);
  if (meet ? local->update || op->update : local->update && op->update)
    local_pair(c, local, op, meet, lo, hi);
}

static void op_with_local(void *context, struct access *b) {
  struct look *l = context;
  with_local(l->c, b, l->a);
}

static void op_with_look(void *context, struct access *b) {
  if (b->program & PROGRAM_POLLS)
    op_with_local(context, b);
}

static void op_with_load(void *context, struct access *b) {
  if (!(b->program & PROGRAM_POLLS))
    op_with_local(context, b);
}

static void local_with_op(void *context, struct access *b) {
  struct look *l = context;
  if (b->win == l->w->id)
    with_local(l->c, l->a, b);
}

/* All accesses between two of one kind are sorted by rank, by the thread that ended them, and
 * by end. If the last of a thread is over before `a`, so are the others of that thread. */
static int over_before(const struct check *c, const struct access *a,
                       const struct access *first, const struct access *last) {
  return first->rank == last->rank &&
         thread_slot(first->end_time) == thread_slot(last->end_time) &&
         access_before_by_end(c, last, a);
}

static int elsewhere(const struct access *a, const struct access *first,
                     const struct access *last) {
  return a->rank < first->rank || a->rank > last->rank;
}

static int harmless_to_operation(void *context, const struct access *first,
                                 const struct access *last, const struct access *subtree) {
  struct look *l = context;
  const struct access *a = l->a;
  const struct window *w = window_find(l->c, a->win);
  return (!a->update && !first->update) ||
         ((a->win == first->win || !first->update) && over_before(l->c, a, first, last)) ||
         (w && ((atomic_always(w, a, first) && access_aligned_always(a, first)) ||
                (elsewhere(a, first, last) && lock_excludes(w, a, first)))) ||
         enough(l, w, operations_slug(a, first), first, last, subtree);
}

/* A local access and an operation must also be in order in the copies of the window. */
static int local_harmless_to_operation(void *context, const struct access *first,
                                       const struct access *last,
                                       const struct access *subtree) {
  struct look *l = context;
  const struct window *w = window_find(l->c, l->a->win);
  return (!l->a->update && !first->update) ||
         (w && over_before(l->c, l->a, first, last) &&
          (!last->update || copy_published(l->c, w, last, l->a))) ||
         enough(l, w, SLUG_RMA_LOCAL_RACE, first, last, subtree);
}

static int operation_harmless_to_local(void *context, const struct access *first,
                                       const struct access *last,
                                       const struct access *subtree) {
  struct look *l = context;
  return first->win != l->w->id || (!l->a->update && !first->update) ||
         (over_before(l->c, l->a, first, last) &&
          (!last->update || copy_acquired(l->c, l->w, last, l->a))) ||
         enough(l, l->w, SLUG_RMA_LOCAL_RACE, first, last, subtree);
}

/* Loads and stores of peers use no copies. */
static int shared_harmless_to_operation(void *context, const struct access *first,
                                        const struct access *last,
                                        const struct access *subtree) {
  struct look *l = context;
  const struct window *w = window_find(l->c, l->a->win);
  return (!l->a->update && !first->update) || over_before(l->c, l->a, first, last) ||
         enough(l, w, SLUG_RMA_LOCAL_RACE, first, last, subtree);
}

/* Returns the window of the peer's access. */
static struct window *shared_window(const struct look *l, const struct access *b) {
  return window_find(l->c, l->a->rank == l->c->rank ? b->win : l->a->win);
}

static int shared_harmless(void *context, const struct access *first, const struct access *last,
                           const struct access *subtree) {
  struct look *l = context;
  struct window *w = shared_window(l, first);
  if ((!l->a->update && !first->update) || enough(l, w, SLUG_SHARED_RACE, first, last, subtree))
    return 1;
  return over_before(l->c, l->a, first, last) &&
         (!w || !first->update || visible(l->c, w, last, l->a) ||
          told_enough_of_all(l->c, SLUG_SYNC_MISSING, w, l->a, 0, subtree));
}

/* Of two processes that share the memory. */
static int orders(const struct access *a) {
  return (a->program & (PROGRAM_ATOMIC | PROGRAM_POLLS)) != 0;
}

static void shared_pair(void *context, struct access *b) {
  struct look *l = context;
  struct access *a = l->a;
  int64_t lo, hi;
  struct window *w = shared_window(l, b);
  if ((!a->update && !b->update) || a->rank == b->rank || !w || !access_meets(a, b, &lo, &hi))
    return;
  if (lock_excludes(w, a, b))
    lock_read(l->c, w, a, b);
  else if (access_before(l->c, a, b))
    visible_pair(l->c, w, a, b, lo, hi);
  else if (access_before(l->c, b, a))
    visible_pair(l->c, w, b, a, lo, hi);
  else if (orders(a) || orders(b))
    atomic_looked(l->c, a, b);
  else if (!w->hidden)
    say_pair(l->c, w, SLUG_SHARED_RACE, a, b, lo, hi, 0);
}

/* The third rule concerns the whole window. If `clear` says that nothing in it can be in
 * conflict, the bytes of the access are enough. */
static struct span reach(const struct access *a, const struct window *w, int clear) {
  return a->update && w && !clear ? window_span(w) : (struct span){a->lo, a->hi};
}

static void look_at(struct look *l, const struct shelf *s,
                    void (*each)(void *context, struct access *a), shelf_harmless *harmless) {
  shelf_some(
      s, &(struct visit){
             .lo = l->a->lo, .hi = l->a->hi, .context = l, .each = each, .harmless = harmless});
}

/* Returns whether findings of a store and a put without a common byte were made often
 * enough. */
static int apart_enough(void *context, const struct access *subtree) {
  struct look *l = context;
  const struct window *w = l->w ? l->w : window_find(l->c, l->a->win);
  return w &&
         told_enough_of_all(l->c, separate(l->c, w) ? SLUG_RMA_LOCAL_RACE : SLUG_SEPARATE_RACE,
                            w, l->a, !l->a->local, subtree);
}

static void look_apart(struct look *l, const struct shelf *s, struct span in,
                       void (*each)(void *context, struct access *a),
                       shelf_harmless *harmless) {
  shelf_some(s, &(struct visit){.lo = in.lo,
                                .hi = in.hi,
                                .context = l,
                                .each = each,
                                .harmless = harmless,
                                .near_lo = l->a->lo,
                                .near_hi = l->a->hi,
                                .apart = apart_enough});
}

static void look_op(struct look *l, struct access *a) {
  struct check *c = l->c;
  struct window *w = window_find(c, a->win);
  struct span in = reach(a, w, w && copy_all_published(c, w, a));
  if (a->update && c->looks) /* first: some of them may have seen the update */
    look_at(l, &c->shelves.local[0], op_with_look, local_harmless_to_operation);
  if (a->update)
    look_at(l, &c->shelves.local[0], op_with_load, local_harmless_to_operation);
  for (int update = !a->update; update < 2; update++)
    look_at(l, &c->shelves.remote[update], with_operation, harmless_to_operation);
  look_apart(l, &c->shelves.local[1], in, op_with_local, local_harmless_to_operation);
  look_at(l, &c->shelves.shared, op_with_local, shared_harmless_to_operation);
  if (a->update && w && w->shares)
    shelf_each(&c->shelves.remote[1], INT64_MIN, INT64_MAX, l, apart_operation);
}

static void look_at_operations(struct look *l, struct access *a, int clear) {
  struct span in = reach(a, l->w, clear);
  l->a = a;
  if (a->update)
    look_at(l, &l->c->shelves.remote[0], local_with_op, operation_harmless_to_local);
  look_apart(l, &l->c->shelves.remote[1], in, local_with_op, operation_harmless_to_local);
}

static void freed_open(void *context, struct access *a) {
  struct look l = *(struct look *)context;
  if (!window_meets(l.w, a))
    return;
  int kept = 0;
  for (int i = 0; i < a->holds; i++)
    if (a->hold[i].win != l.w->id)
      a->hold[kept++] = a->hold[i];
  a->holds = kept;
  look_at_operations(&l, a, 0);
}

/* Accesses of this process that are not over when the window is freed. */
void race_freed(struct check *c, struct window *w) {
  struct look l = {c, NULL, w};
  struct span all = window_span(w);
  for (int i = 0; i < 2; i++)
    shelf_each(&c->in_use.open[i], all.lo, all.hi, &l, freed_open);
}

static void look_local(struct look *l, struct access *a) {
  for (int i = 0, n = memory_windows(l->c, a); i < n; i++) {
    l->w = l->c->memory.met[i];
    look_at_operations(l, a, !l->c->threads && copy_all_acquired(l->w, a));
  }
  l->w = NULL;
  look_at(l, &l->c->shelves.shared, shared_pair, shared_harmless);
  if (a->rank != l->c->rank)
    for (int update = 0; update < 2; update++)
      look_at(l, &l->c->shelves.local[update], shared_pair, shared_harmless);
}

void race_look(struct check *c, struct access *a) {
  struct look l = {c, a, NULL};
  if (a->local)
    look_local(&l, a);
  else
    look_op(&l, a);
}

static void with_open(void *context, struct access *b) {
  struct look *l = context;
  int64_t lo, hi;
  if ((!l->a->update && !b->update) || l->a->site.seq == b->site.seq ||
      !access_meets(l->a, b, &lo, &hi))
    return;
  l->a->stored |= b->update;
  b->stored |= l->a->update;
  race_finding_tell(l->c, window_find(l->c, b->win ? b->win : l->a->win), SLUG_BUFFER_RACE,
                    l->a, b, lo, hi, 0);
}

void race_again(struct check *c, struct access *a, struct access *b) {
  struct look l = {c, b, NULL};
  with_open(&l, a);
}

/* Peers that read the memory must be told of stores to it. */
static int open_harmless(void *context, const struct access *first, const struct access *last,
                         const struct access *subtree) {
  struct look *l = context;
  struct window *w = window_find(l->c, first->win ? first->win : l->a->win);
  (void)last;
  if (!first->update || !told_enough_of_all(l->c, SLUG_BUFFER_RACE, w, l->a, 1, subtree))
    return 0;
  l->a->stored = 1;
  return 1;
}

void race_local(struct check *c, struct access *a) {
  struct look l = {c, a, NULL};
  look_at(&l, &c->in_use.open[1], with_open, open_harmless);
  if (a->update)
    shelf_each(&c->in_use.open[0], a->lo, a->hi, &l, with_open);
}
