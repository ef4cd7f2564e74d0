#include "checker/core/array.h"
#include "checker/core/window_table.h"
#include "locking.h"

const struct site *locking_meanwhile(const struct window *w, const struct event *e) {
  for (int i = 0; i < w->locking_count; i++) {
    const struct locking *l = &w->locking[i];
    if (l->thread != e->thread && (l->index < 0 || e->target < 0 || l->index == e->target))
      return &l->site;
  }
  return NULL;
}

void locking_begin(struct check *c, struct window *w, const struct event *e) {
  w->locking =
      check_grow(c, w->locking, &w->locking_room, w->locking_count + 1, sizeof *w->locking);
  if (!c->failed)
    w->locking[w->locking_count++] = (struct locking){e->thread, e->target, site_of(w, e)};
}

int locking_end(struct window *w, const struct event *e) {
  for (int i = 0; i < w->locking_count; i++)
    if (w->locking[i].thread == e->thread) {
      w->locking[i] = w->locking[--w->locking_count];
      return 1;
    }
  return 0;
}
