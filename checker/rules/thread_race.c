#include "checker/core/access.h"
#include "checker/core/shelf.h"
#include "checker/core/window_table.h"
#include "race_finding.h"
#include "thread_race.h"

struct thread_look {
  struct check *c;
  struct access *a;
};

/* Returns whether no thread can do the one while the other lasts. */
static int ordered(const struct check *c, const struct access *a, const struct access *b) {
  return access_before(c, a, b) || access_before(c, b, a);
}

static void with_past(void *context, struct access *b) {
  struct thread_look *l = context;
  struct access *a = l->a;
  int64_t lo, hi;
  if (b->rank != a->rank || (!a->update && !b->update) || (a->program && b->program) ||
      thread_slot(a->start_time) == thread_slot(b->end_time) || ordered(l->c, a, b) ||
      !access_meets(a, b, &lo, &hi))
    return;
  struct window *w = window_find(l->c, b->win ? b->win : a->win);
  int first = a->buffer && !b->buffer;
  race_finding_of_threads(l->c, w, first ? b : a, first ? a : b, lo, hi);
}

void thread_race(struct check *c, struct access *a) {
  struct thread_look l = {c, a};
  if (!c->threads)
    return;
  unsigned own = thread_slot(a->start_time);
  shelf_of_others(&c->in_use.past, a->lo, a->hi, own, &l, with_past);
  for (int update = !a->update; update < 2; update++)
    shelf_of_others(&c->shelves.local[update], a->lo, a->hi, own, &l, with_past);
}
