#include <stdlib.h>
#include <string.h>
#include "checker/core/two_copies.h"
#include "checker/core/memory.h"
#include "checker/core/queue.h"
#include "checker/core/retire.h"
#include "checker/core/state.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "checker/operations/attach_order.h"
#include "checker/operations/lock_exposure.h"
#include "checker/operations/pair.h"
#include "checker/operations/target.h"
#include "checker/rules/freed.h"
#include "checker/rules/lock_order.h"
#include "checker/rules/race.h"
#include "checker/rules/shared.h"
#include "checker/sync/fence.h"
#include "checker/sync/order.h"
#include "checker/tell/claim.h"
#include "window_life.h"

/* Checks what the info keys same_size and same_disp_unit promise (section 11.2.1). */
static void check_same(struct check *c, struct window *w, const struct event *e) {
  if (w->flavor == FLAVOR_DYNAMIC)
    return;
  const struct event_member own = window_own(w), *mine = &own;
  struct site s = site_of(w, e);
  for (int32_t i = 0; i < w->group.ranges; i++) {
    const struct event_member *m = &w->group.range[i].first;
    if ((w->info & INFO_SAME_SIZE) && m->size != mine->size) {
      struct finding f = claim(SAME_SIZE_VIOLATED, w, mine->rank, (long long)mine->size,
                               m->rank, (long long)m->size);
      claim_site(&f, NULL, &s, ROLE_WINDOW_CREATED);
      claim_out(c, &f);
      return;
    }
    if ((w->info & INFO_SAME_DISP_UNIT) && m->disp_unit != mine->disp_unit) {
      struct finding f =
          claim(SAME_DISP_UNIT_VIOLATED, w, mine->rank, mine->disp_unit, m->rank, m->disp_unit);
      claim_site(&f, NULL, &s, ROLE_WINDOW_CREATED);
      claim_out(c, &f);
      return;
    }
  }
}

static struct window *window_add(struct check *c, const struct event *e) {
  const struct event_window *v = &e->u.window;
  if (v->count <= 0 || v->me < 0 || v->me >= v->count || window_find(c, e->win))
    return NULL;
  struct window *w = calloc(1, sizeof *w);
  if (!w || !group_make(&w->group, v->count, v->members)) {
    free(w);
    c->failed = 1;
    return NULL;
  }
  w->id = e->win;
  w->flavor = v->flavor;
  w->model = v->model;
  w->info = v->info;
  w->created = site_of(NULL, e);
  w->me = v->me;
  w->count = v->count;
  w->whole = !c->concurrent && group_whole(&w->group, c->size);
  struct group group = w->group;
  HASH_ADD(hh, c->windows.table, id, sizeof w->id, w);
  if (check_added(c, w))
    return c->windows.last = w;
  group_free(&group);
  return NULL;
}

void window_create(struct check *c, const struct event *e) {
  if (e->rank != c->rank)
    return;
  if (e->phase == EVENT_ENTER) {
    struct window *w = window_add(c, e);
    if (w) {
      check_same(c, w, e);
      order_enter(c, w);
      copy_publish(c, w);
    }
    return;
  }
  struct window *w = window_find(c, e->win);
  if (!w || w->made)
    return;
  if (!e->ok) {
    window_drop(c, w);
    return;
  }
  if (window_own(w).size < 0 || e->u.window.base > (uint64_t)(INT64_MAX - window_own(w).size))
    return; /* the window has no memory */
  w->base = e->u.window.base;
  w->made = w->flavor == FLAVOR_DYNAMIC;
  order_leave(c, w);
  copy_acquire(c, w);
  if (w->flavor != FLAVOR_DYNAMIC)
    memory_add(c, w, window_span(w).lo, window_span(w).hi);
  w->made = 1;
  target_ready(c, w);
  shared_ready(c, w);
  if (w->flavor == FLAVOR_SHARED)
    lock_order_unsure(c); /* its processes may wait for each other by loads and stores */
  w->model = e->u.window.model;
}

void window_set_info(struct check *c, struct window *w, const struct event *e) {
  (void)c;
  if (e->phase == EVENT_LEAVE && e->ok)
    w->info = e->u.window.info;
}

void window_query(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_LEAVE && e->ok)
    shared_map(c, w, e);
  if (e->phase != EVENT_ENTER || w->flavor == FLAVOR_SHARED)
    return;
  struct site s = site_of(w, e);
  struct finding f = claim(NOT_SHARED, w);
  claim_site(&f, w, &s, ROLE_WINDOW_CALL);
  claim_out(c, &f);
}

/* Makes one finding for each epoch that is still open. */
static void check_closed(struct check *c, struct window *w, const struct event *e,
                         enum slug slug) {
  struct site s = site_of(w, e);
  const char *call = call_name(e->call);
  if (w->access != ACCESS_NONE) {
    struct finding f =
        claim_as(slug, ACCESS_EPOCH_OPEN, w, call, call_name(w->access_site.call));
    claim_site(&f, w, &s, ROLE_NEEDS_CLOSED);
    claim_site(&f, NULL, &w->access_site, ROLE_EPOCH_OPENED);
    claim_out(c, &f);
  }
  if (w->posted) {
    struct finding f = claim_as(slug, EXPOSURE_EPOCH_OPEN, w, call);
    claim_site(&f, w, &s, ROLE_NEEDS_CLOSED);
    claim_site(&f, NULL, &w->post_site, ROLE_EPOCH_OPENED);
    claim_out(c, &f);
  }
  if (w->fence_ops) {
    struct finding f = w->fence_ops == 1 ? claim_as(slug, FENCE_OPERATION_OPEN, w, call)
                                         : claim_as(slug, FENCE_OPERATIONS_OPEN, w, call,
                                                    (long long)w->fence_ops);
    claim_site(&f, w, &s, ROLE_NEEDS_CLOSED);
    claim_site(&f, NULL, &w->fence_op, ROLE_NOT_COMPLETED);
    claim_site(&f, NULL, fence_last(w), ROLE_EPOCH_OPENED);
    claim_out(c, &f);
  }
}

static int window_settled(const struct window *w) {
  for (const struct pair *p = w->pairs; p; p = p->hh.next)
    if (!pair_settled(p))
      return 0;
  return 1;
}

static void window_shed(struct window *w) {
  struct lock *l, *next;
  HASH_ITER(hh, w->locks, l, next) {
    HASH_DEL(w->locks, l);
    free(l);
  }
  free(w->started);
  free(w->origins);
  w->started = w->origins = NULL;
  w->started_count = w->origin_count = 0;
}

void window_drop(struct check *c, struct window *w) {
  HASH_DEL(c->windows.table, w);
  if (c->windows.last == w)
    c->windows.last = NULL;
  window_shed(w);
  pair_free(c, w);
  queue_free(&w->left);
  exposure_drop(w);
  fence_free(w);
  copy_free(w);
  shared_drop(c, w);
  if (!w->freed)
    memory_remove(c, w);
  if (w->places) { /* events that contradict each other may leave some */
    places_forget(&c->memory.own, w);
    places_forget(&c->memory.mapped, w);
  }
  watch_renew(c);
  attached_free(w);
  free(w->maps);
  free(w->ever.at);
  free(w->calling);
  free(w->locking);
  free(w->operated.by);
  chronicle_drop(w);
  group_free(&w->group);
  free(w);
}

/* Messages about what other ranks did before their MPI_Win_free may arrive after this rank has
 * freed the window. So the windows freed last are kept for a while, and longer if something of
 * another rank still waits for its match. */
#define FREED_KEPT 64

static void window_retire(struct check *c, struct window *w) {
  queue_push(c, &c->windows.freed, &w->id, sizeof w->id);
  while (c->windows.freed.count > FREED_KEPT) {
    uint64_t id;
    queue_shift(&c->windows.freed, &id, sizeof id);
    w = window_find(c, id);
    if (!w || !w->freed)
      continue;
    w->retired = 1;
    window_told(c, w);
  }
}

void window_told(struct check *c, struct window *w) {
  if (w->retired && window_settled(w))
    window_drop(c, w);
}

void window_free(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_ENTER) {
    check_closed(c, w, e, SLUG_FREE_IN_EPOCH);
    freed_window(c, w, e);
    order_tell(c, w);
    return;
  }
  if (!e->ok) {
    order_skip(w);
    return;
  }
  if (!(w->info & INFO_NO_LOCKS))
    order_hear(c, w);
  w->ending = 1;
  target_ready(c, w);
  race_freed(c, w);
  copy_acquire(c, w);
  shared_drop(c, w);
  chronicle_close(c, w, e);
  w->freed = 1;
  w->ended = site_of(NULL, e);
  memory_remove(c, w);
  watch_renew(c);
  shelf_forget(c, w);
  w->access = ACCESS_NONE;
  w->posted = 0;
  w->fence_ops = 0;
  window_shed(w);
  window_retire(c, w);
}

void window_finalize(struct check *c, const struct event *e) {
  for (struct window *w = c->windows.table; w; w = w->hh.next) {
    if (!w->freed)
      check_closed(c, w, e, SLUG_FINALIZE_IN_EPOCH);
    w->ending = 1;
    target_ready(c, w);
    if (!w->freed)
      chronicle_close(c, w, NULL);
    if (!e->flag)
      pair_finalize(c, w);
  }
}
