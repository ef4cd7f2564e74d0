/* judge.c: applies MPI-3.1 section 11.7, in both memory models, to all pairs of accesses.
 *
 * Two accesses are ordered if one is complete before the other may start. Rules 1 to 3 are the
 * numbered rules for programs in that section ("The following rules ..."). Rules 5 and 6 are
 * those that say when an update becomes visible in the public and in the private copy. */
#include "judge.h"
#include "access.h"
#include "judge_epochs.h"
#include "graph.h"
#include "match.h"
#include "polls.h"
#include "threads.h"
#include <stdlib.h>
#include <string.h>

struct court {
  const struct program *p;
  int model; /* the memory model by which accesses are judged */
  struct graph graph, strict;
  struct access access[ACCESSES];
  int count;
};

const char *verdict_name(enum verdict_slug slug) {
  static const char *const names[] = {
      "rma-local-race",  "rma-race",         "accumulate-race",   "buffer-race",
      "polled-location", "nocheck-violated", "nocheck-unordered", "op-outside-epoch"};
  return slug < VERDICT_SLUGS ? names[slug] : "?";
}

static int starts_after(const struct court *k, int node, const struct access *a) {
  return graph_reaches(&k->graph, node, a->start[0]) ||
         graph_reaches(&k->graph, node, a->start[1]);
}

/* The process whose memory it is knows how its own threads are ordered. */
static int ended_before(const struct court *k, const struct access *a, int end,
                        const struct access *b) {
  if (!starts_after(k, end, b))
    return 0;
  return k->p->call[end / 2].rank != a->owner || b->rank == a->owner ||
         !threads_any(k->p, a->owner) || graph_reaches(&k->strict, end, b->start[0]) ||
         graph_reaches(&k->strict, end, b->start[1]);
}

static int before(const struct court *k, const struct access *a, const struct access *b) {
  for (int i = 0; i < a->ends; i++)
    if (ended_before(k, a, a->end[i], b))
      return 1;
  return 0;
}

static int ordered(const struct court *k, const struct access *a, const struct access *b) {
  return before(k, a, b) || before(k, b, a);
}

/* Locks of the same window and target exclude each other if one is exclusive (section 11.5.3),
 * unless MPI_MODE_NOCHECK says that no lock need be taken. */
static int excluded(const struct access *a, const struct access *b) {
  if (a->rank == b->rank)
    return 0;
  for (int i = 0; i < a->guards; i++)
    for (int k = 0; k < b->guards; k++) {
      const struct guard *g = &a->guard[i], *h = &b->guard[k];
      if (g->win == h->win && (g->exclusive || h->exclusive) && !g->nocheck && !h->nocheck)
        return 1;
    }
  return 0;
}

static const struct act *call_of(const struct court *k, const struct access *a) {
  return &k->p->call[a->call];
}

static uint64_t window_of(const struct court *k, const struct access *a) {
  const struct act *c = call_of(k, a);
  return window_bytes(&k->p->window[c->win], c->target);
}

/* Pairs of two operations. */

static int accumulates(const struct act *c) {
  return c->op >= RMA_ACC;
}

static int reduction(const struct act *c) {
  return c->op == RMA_CAS ? REDUCE_REPLACE : c->reduce;
}

/* Accumulates are atomic for each element (section 11.7.1). So nothing is promised for two
 * elements that have only some of their bytes in common. */
static int whole_elements(const struct court *k, const struct access *a,
                          const struct access *b) {
  uint64_t starts = call_elements(k->p, call_of(k, a)) ^ call_elements(k->p, call_of(k, b));
  return !(starts & a->bytes & b->bytes);
}

/* Threads of one origin call operations in an order only where something orders the threads. */
static int called_in_order(const struct court *k, const struct access *a,
                           const struct access *b) {
  return a->rank == b->rank && (graph_reaches(&k->graph, ENTER(a->call), ENTER(b->call)) ||
                                graph_reaches(&k->graph, ENTER(b->call), ENTER(a->call)));
}

/* The exception to rule 2: two accumulates on one window may meet if they are atomic with
 * respect to each other, by the info key accumulate_ops (section 11.2.1), or if they have the
 * same origin and are in order (section 11.7.2). It does not hold for two windows, even on the
 * same memory. */
static int accumulates_allowed(const struct court *k, const struct access *a,
                               const struct access *b) {
  const struct act *c = call_of(k, a), *d = call_of(k, b);
  int info = k->p->window[c->win].info;
  if (!accumulates(c) || !accumulates(d) || c->win != d->win || c->basic != d->basic ||
      !whole_elements(k, a, b))
    return 0;
  if (reduction(c) == reduction(d) || (called_in_order(k, a, b) && !(info & INFO_UNORDERED)))
    return 1;
  return !(info & INFO_SAME_OP) &&
         (reduction(c) == REDUCE_NO_OP || reduction(d) == REDUCE_NO_OP);
}

static int publishes(const struct act *c) {
  switch (c->kind) {
  case EVENT_POST:
  case EVENT_FENCE:
  case EVENT_UNLOCK:
  case EVENT_UNLOCK_ALL:
  case EVENT_SYNC:
  case EVENT_WIN_CREATE: /* before it there is no public copy, so all is published */
  case EVENT_ATTACH:
    return 1;
  }
  return 0;
}

static int fetches(const struct act *c) {
  switch (c->kind) {
  case EVENT_TEST:
    return c->flag;
  case EVENT_WAIT:
  case EVENT_FENCE:
  case EVENT_LOCK:
  case EVENT_LOCK_ALL:
  case EVENT_SYNC:
  case EVENT_WIN_FREE: /* after it there is no public copy any more */
    return 1;
  }
  return 0;
}

/* Rules 5 and 6 for operations through two windows on the same memory: an update must go from
 * the public copy of its window to the private copy, and from there to the public copy of the
 * other window. */
static int carried(const struct court *k, const struct access *first,
                   const struct access *later) {
  if (!before(k, first, later))
    return 0;
  int from = call_of(k, first)->win, to = call_of(k, later)->win;
  if (!first->update || from == to)
    return 1;
  for (int i = 0; i < k->p->calls; i++) {
    const struct act *c = &k->p->call[i];
    if (c->rank != first->owner || c->win != from || !fetches(c) ||
        !is_over_at(&k->graph, first, LEAVE(i)))
      continue;
    for (int j = 0; j < k->p->calls; j++) {
      const struct act *d = &k->p->call[j];
      if (d->rank == first->owner && d->win == to && publishes(d) && i < j &&
          starts_after(k, ENTER(j), later))
        return 1;
    }
  }
  return 0;
}

static int judge_operations(const struct court *k, const struct access *a,
                            const struct access *b, struct verdict *v) {
  const struct act *c = call_of(k, a), *d = call_of(k, b);
  if ((!a->update && !b->update) || carried(k, a, b) || carried(k, b, a) || excluded(a, b))
    return 0;
  v->slug = VERDICT_RMA_RACE;
  if (ordered(k, a, b)) {
    v->rule = "rules 1 and 2: an update through another window is not yet visible";
    v->separate = 1;
    return (a->bytes & b->bytes) != 0;
  }
  if (a->bytes & b->bytes) {
    if (accumulates(c) && accumulates(d))
      v->slug = VERDICT_ACCUMULATE_RACE;
    v->rule = "rule 2: target of an operation while an update is under way";
    return !accumulates_allowed(k, a, b);
  }
  v->rule = "rule 3: updates through two windows that overlap";
  v->separate = 1;
  return a->update && b->update && c->win != d->win &&
         (a->bytes & window_of(k, b) || b->bytes & window_of(k, a));
}

/* Pairs of an operation and a local access. The copies are the process's, not a thread's: a
 * call publishes and fetches what was stored before it, by whatever thread. */

/* Rule 5: returns whether the owner's store is in the public copy when the operation starts. */
static int published(const struct court *k, const struct access *store,
                     const struct access *op) {
  for (int i = 0; i < k->p->calls; i++) {
    const struct act *c = &k->p->call[i];
    if (c->rank == store->owner && c->win == call_of(k, op)->win && publishes(c) &&
        store->end[0] <= ENTER(i) && starts_after(k, ENTER(i), op))
      return 1;
  }
  return 0;
}

/* Rule 6: returns whether the operation's update is in the private copy when the local access
 * starts. */
static int visible(const struct court *k, const struct access *op, const struct access *local) {
  for (int i = 0; i < k->p->calls; i++) {
    const struct act *c = &k->p->call[i];
    if (c->rank == local->owner && c->win == call_of(k, op)->win && fetches(c) &&
        is_over_at(&k->graph, op, LEAVE(i)) && LEAVE(i) <= local->start[0])
      return 1;
  }
  return 0;
}

static int separated(const struct court *k, const struct access *op,
                     const struct access *local) {
  return (before(k, local, op) && (!local->update || published(k, local, op))) ||
         (before(k, op, local) && (!op->update || visible(k, op, local)));
}

static int judge_local(const struct court *k, const struct access *op,
                       const struct access *local, struct verdict *v) {
  int common = (op->bytes & local->bytes) != 0;
  int rule3 = op->update && local->update && (local->bytes & window_of(k, op)) != 0;
  if ((!op->update && !local->update) || excluded(op, local))
    return 0;
  v->slug = VERDICT_RMA_LOCAL_RACE;
  if (common && !ordered(k, op, local) && call_of(k, local)->polls && k->model == MODEL_UNIFIED)
    v->slug = VERDICT_POLLED;
  v->separate = !common || ordered(k, op, local);
  v->rule = !common        ? "rule 3: a store in a window that operations update"
            : !v->separate ? "rules 1 and 2: an access while an update is under way"
                           : "rules 1 and 2: an access before an update is visible";
  return (common || rule3) && !separated(k, op, local);
}

/* Returns whether the process of the access has that window, with its memory, at that time. */
static int exists(const struct program *p, int win, const struct access *a) {
  int dynamic = p->window[win].flavor == FLAVOR_DYNAMIC, has = 0;
  for (int i = 0; i < a->call; i++) {
    const struct act *c = &p->call[i];
    if (c->rank == a->owner && c->win == win && c->kind == EVENT_WIN_FREE)
      has = 0;
    else if (c->rank == a->owner && c->win == win)
      has |= c->kind == (dynamic ? EVENT_ATTACH : EVENT_WIN_CREATE);
  }
  return has;
}

static int is_program(const struct court *k, const struct access *a) {
  return call_of(k, a)->kind == EVENT_ACCESS && !call_of(k, a)->mpi && !call_of(k, a)->request;
}

/* Nobody tells of loads and stores elsewhere as long as no operation has a buffer there. */
static int is_told(const struct court *k, const struct access *a) {
  for (int i = 1; i <= k->p->windows && is_program(k, a); i++) {
    const struct window *w = &k->p->window[i];
    int me = window_index(w, a->rank);
    if (me >= 0 && window_bytes(w, me) & a->bytes && exists(k->p, i, a))
      return 1;
  }
  return !is_program(k, a);
}

/* Two local accesses conflict if one is to a buffer that MPI uses, or may use at the same time
 * because another thread has called MPI. */
static int judge_buffers(const struct court *k, const struct access *a, const struct access *b,
                         struct verdict *v) {
  v->slug = VERDICT_BUFFER_RACE;
  v->rule = "a buffer is used while an operation is pending on it";
  v->doubtful |= !is_told(k, a->call < b->call ? a : b);
  return a->bytes & b->bytes && (a->update || b->update) && !ordered(k, a, b) &&
         !(is_program(k, a) && is_program(k, b));
}

/* Promises made by MPI_MODE_NOCHECK (section 11.5.5). */

/* With a lock it promises that nobody holds a conflicting lock meanwhile. */
static int judge_promise(const struct court *k, const struct access *a, const struct access *b,
                         struct verdict *v) {
  memset(v, 0, sizeof *v);
  if (!a->remote || !b->remote || a->rank == b->rank || !a->guards || !b->guards)
    return 0;
  const struct guard *g = &a->guard[0], *h = &b->guard[0];
  if (g->win != h->win || !(g->exclusive || h->exclusive) || !(g->nocheck || h->nocheck) ||
      ordered(k, a, b))
    return 0;
  *v = (struct verdict){
      .call = {a->call, b->call}, .part = {a->part, b->part}, .owner = a->owner};
  v->slug = starts_after(k, ENTER(a->call), b) || starts_after(k, ENTER(b->call), a)
                ? VERDICT_NOCHECK_VIOLATED
                : VERDICT_NOCHECK_UNORDERED;
  v->rule = "MPI_MODE_NOCHECK: no conflicting lock";
  return 1;
}

/* With MPI_Win_start it promises that the post has been made before. */
static int judge_start(const struct court *k, int start, int post, struct verdict *v) {
  const struct program *p = k->p;
  if (post < 0 || !(p->call[start].assertion & p->call[post].assertion & ASSERT_NOCHECK) ||
      graph_reaches(&k->graph, LEAVE(post), ENTER(start)))
    return 0;
  *v = (struct verdict){.call = {start, post}, .part = {-1, -1}};
  v->slug = graph_reaches(&k->graph, ENTER(start), LEAVE(post)) ? VERDICT_NOCHECK_VIOLATED
                                                                : VERDICT_NOCHECK_UNORDERED;
  v->rule = "MPI_MODE_NOCHECK: the post is done";
  return 1;
}

/* Where threads are told apart, one may use a window although it does not know that the window
 * exists, or has not been freed. What is found then is not compared. */
static int is_strange(const struct court *k, const struct access *a, const struct access *b) {
  int first = a->call < b->call ? a->call : b->call, later = a->call + b->call - first;
  if (!threads_any(k->p, a->rank) && !threads_any(k->p, b->rank) &&
      !threads_any(k->p, a->owner))
    return 0;
  for (int i = 0; i < later; i++) {
    const struct act *c = &k->p->call[i];
    if (c->kind == EVENT_WIN_FREE && i > first && c->rank == a->owner)
      return 1;
    for (int two = 0; two < 2; two++) {
      const struct access *x = two ? b : a;
      if (c->kind == EVENT_WIN_CREATE && c->rank == x->rank && x->remote &&
          c->win == call_of(k, x)->win && !starts_after(k, LEAVE(i), x))
        return 1;
    }
  }
  return (a->remote && !exists(k->p, call_of(k, a)->win, b)) ||
         (b->remote && !exists(k->p, call_of(k, b)->win, a));
}

static int judge_pair(const struct court *k, const struct access *a, const struct access *b,
                      struct verdict *v) {
  memset(v, 0, sizeof *v);
  v->call[0] = a->call;
  v->call[1] = b->call;
  v->part[0] = a->part;
  v->part[1] = b->part;
  v->owner = a->owner;
  v->doubtful = is_strange(k, a, b);
  if (a->remote && b->remote)
    return judge_operations(k, a, b, v);
  if (a->remote || b->remote)
    return a->remote ? judge_local(k, a, b, v) : judge_local(k, b, a, v);
  return judge_buffers(k, a, b, v);
}

static void add_verdict(struct verdicts *out, int *room, const struct verdict *v) {
  if (out->count == *room) {
    *room = *room ? 2 * *room : 16;
    out->item = realloc(out->item, (size_t)*room * sizeof *v);
    if (!out->item)
      abort();
  }
  out->item[out->count++] = *v;
}

/* Of the conflicts of two lines that polling may order the checker keeps only so many until the
 * end. */
#define KEPT 16

static int too_many(const struct court *k, const struct verdicts *all,
                    const struct verdict *v) {
  int n = 0, lines[2] = {program_line(k->p, v->call[0]), program_line(k->p, v->call[1])};
  for (int i = 0; i < all->count; i++) {
    int a = program_line(k->p, all->item[i].call[0]),
        b = program_line(k->p, all->item[i].call[1]);
    n += (a == lines[0] && b == lines[1]) || (a == lines[1] && b == lines[0]);
  }
  return n > KEPT;
}

/* Removes the verdicts about accesses that may be ordered by polling a flag. In the separate
 * model a load that polls shows nothing, so it orders nothing. */
static void excuse(const struct court *k, struct verdicts *out) {
  static struct polls polls;
  int looks = 0;
  for (int i = 0; i < k->p->calls; i++)
    looks |= k->p->call[i].polls;
  polls_begin(&polls, k->p, &k->graph);
  for (int i = 0; i < out->count; i++)
    if (out->item[i].slug == VERDICT_POLLED)
      polls_add(&polls, &out->item[i], k->access, k->count);
  for (int i = 0; i < out->count && looks; i++)
    out->item[i].doubtful = out->item[i].separate || too_many(k, out, &out->item[i]);
  int kept = 0;
  for (int i = 0; i < out->count; i++) {
    struct verdict *v = &out->item[i];
    int order = v->slug == VERDICT_BUFFER_RACE || v->separate
                    ? POLLS_NO
                    : polls_order(&polls, v, k->access, k->count);
    v->doubtful |= order == POLLS_MAYBE;
    if (order != POLLS_YES)
      out->item[kept++] = *v;
  }
  out->count = kept;
}

void judge(const struct program *p, int model, struct verdicts *out) {
  struct court *k = malloc(sizeof *k);
  int room = 0;
  if (!k)
    abort();
  memset(out, 0, sizeof *out);
  k->p = p;
  k->model = model;
  graph_make(&k->graph, p, 0);
  for (int r = 0, made = 0; r < p->ranks && !made; r++)
    if ((made = threads_any(p, r)))
      graph_make(&k->strict, p, 1);
  k->count = access_list(p, &k->graph, k->access);
  for (int i = 0; i < k->count; i++)
    for (int j = 0; j < i; j++) {
      const struct access *a = &k->access[j], *b = &k->access[i];
      struct verdict v;
      if (a->owner != b->owner)
        continue;
      out->pairs++;
      if (judge_pair(k, a, b, &v))
        add_verdict(out, &room, &v);
      if (judge_promise(k, a, b, &v))
        add_verdict(out, &room, &v);
    }
  for (int i = 0; i < p->calls; i++)
    for (int t = 0; t < RANKS && p->call[i].kind == EVENT_START; t++) {
      struct verdict v;
      if (judge_start(k, i, match_post(p, i, t), &v))
        add_verdict(out, &room, &v);
    }
  excuse(k, out);
  for (int i = 0; i < p->calls; i++) {
    struct verdict v;
    if (judge_opener(p, &k->graph, i, &v))
      add_verdict(out, &room, &v);
    if (judge_end(p, &k->graph, i, &v))
      add_verdict(out, &room, &v);
  }
  free(k);
}
