/* exposed.c: may a window be locked and exposed at once (section 11.5.3)? In the order in which
 * the calls are listed it is not. But if nothing orders lock and post, it may be in another
 * order. */
#include <stdlib.h>
#include "graph.h"
#include "judge.h"

/* Returns the nearest call before (step -1) or after (step 1) `from` that is of one of the two
 * kinds and by the same rank on the same window; -1: none. A lock or unlock of one target must
 * name the same target. */
static int next(const struct program *p, int from, int step, int kind, int other) {
  const struct act *a = &p->call[from];
  for (int i = from + step; i >= 0 && i < p->calls; i += step) {
    const struct act *b = &p->call[i];
    int fits = b->kind == kind || b->kind == other;
    if (fits && b->rank == a->rank && b->win == a->win && (b->kind != EVENT_TEST || b->flag) &&
        ((kind != EVENT_LOCK && kind != EVENT_UNLOCK) || b->target < 0 || b->kind == other ||
         b->target == a->target))
      return i;
  }
  return -1;
}

struct order {
  struct graph loose, strict;
};

/* The process that is exposed knows how its own threads are ordered (judge.c: before). */
static int apart(const struct order *o, int lock, int unlock, int post, int wait) {
  return (unlock >= 0 && graph_reaches(&o->loose, LEAVE(unlock), ENTER(post))) ||
         (wait >= 0 && graph_reaches(&o->loose, LEAVE(wait), ENTER(lock)) &&
          graph_reaches(&o->strict, LEAVE(wait), ENTER(lock)));
}

int judge_exposed(const struct program *p, int op) {
  const struct act *a = &p->call[op];
  struct order *o = malloc(sizeof *o);
  int lock = next(p, op, -1, EVENT_LOCK, EVENT_LOCK_ALL), found = 0,
      unlock = next(p, op, 1, EVENT_UNLOCK, EVENT_UNLOCK_ALL);
  if (!o)
    abort();
  graph_make(&o->loose, p, 0);
  graph_make(&o->strict, p, 1);
  for (int i = 0; i < p->calls && lock >= 0; i++)
    if (p->call[i].kind == EVENT_POST && p->call[i].win == a->win &&
        p->call[i].rank == p->window[a->win].member[a->target])
      found |= !apart(o, lock, unlock, i, next(p, i, 1, EVENT_WAIT, EVENT_TEST));
  free(o);
  return found;
}
