#include "checker/core/array.h"
#include "checker/core/clock.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "epoch_threads.h"

struct opener {
  const struct site *site;
  uint64_t time;
};

static struct opener opener_of(const struct window *w, int32_t index) {
  const struct lock *l = passive_lock(w, index);
  if (w->access == ACCESS_LOCK_ALL || w->access == ACCESS_START)
    return (struct opener){&w->access_site, w->access_time};
  if (w->access == ACCESS_LOCK && l && l->held)
    return (struct opener){&l->site, l->time};
  return (struct opener){NULL, 0};
}

static void say(struct check *c, const struct window *w, struct finding *f,
                const struct site *op, const struct site *other, enum location_role role) {
  f->confidence = SCHEDULE;
  claim_site(f, w, op, ROLE_RMA_OPERATION);
  claim_site(f, NULL, other, role);
  claim_out(c, f);
}

static void remember(struct check *c, struct window *w, const struct event *e) {
  struct operated *all = &w->operated;
  int slot = (int)thread_slot(c->time.now);
  all->by = check_grow(c, all->by, &all->room, slot + 1, sizeof *all->by);
  if (c->failed)
    return;
  while (all->count <= slot)
    all->by[all->count++].time = 0;
  all->by[slot] = (struct last_op){c->time.now, e->target, site_of(w, e)};
}

void epoch_threads_op(struct check *c, struct window *w, const struct event *e) {
  struct opener o = opener_of(w, e->target);
  remember(c, w, e);
  if (!o.site || threads_current_knows(c, o.time))
    return;
  struct site s = site_of(w, e);
  struct finding f = claim(OP_WITHOUT_OPENER, w, call_name(e->call), window_rank(w, e->target),
                           call_name(o.site->call));
  say(c, w, &f, &s, o.site, ROLE_EPOCH_OPENED);
}

void epoch_threads_end(struct check *c, struct window *w, const struct event *e,
                       int32_t index) {
  for (int i = 0; c->threads && i < w->operated.count; i++) {
    struct last_op *o = &w->operated.by[i];
    struct opener opened = opener_of(w, o->index);
    if (!opened.site || o->time < opened.time || (index >= 0 && o->index != index) ||
        threads_current_knows(c, o->time))
      continue;
    struct site s = site_of(w, e);
    struct finding f =
        claim(OP_WITHOUT_END, w, call_name(o->site.call), o->site.target, call_name(e->call));
    say(c, w, &f, &o->site, &s, ROLE_EPOCH_ENDED);
  }
}
