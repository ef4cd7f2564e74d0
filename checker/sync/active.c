/* active.c: MPI_Win_post, start, complete, wait and test (section 11.5.2). */
#include <stdlib.h>
#include <string.h>
#include "checker/core/two_copies.h"
#include "checker/core/peer.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/operations/lock_exposure.h"
#include "checker/operations/origin.h"
#include "checker/operations/pair.h"
#include "checker/operations/target.h"
#include "checker/rules/epoch_threads.h"
#include "checker/tell/claim.h"
#include "epoch.h"
#include "order.h"

static int32_t *group_copy(struct check *c, const struct event_group *g) {
  int32_t *copy = malloc(g->count ? (size_t)g->count * sizeof *copy : 1);
  if (!copy)
    c->failed = 1;
  else if (g->count)
    memcpy(copy, g->index, (size_t)g->count * sizeof *copy);
  return copy;
}

static void start(struct check *c, struct window *w, const struct event *e) {
  const struct event_group *g = &e->u.group;
  struct site s = site_of(w, e);
  if (e->phase == EVENT_ENTER) {
    epoch_assertion(c, w, e, ASSERT_NOCHECK);
    int overlap = epoch_overlap(c, w, e);
    w->extra_starts += w->overlapping = overlap;
    if (overlap && w->access == ACCESS_START)
      return;
    free(w->started);
    w->started = group_copy(c, g);
    w->started_count = c->failed ? 0 : g->count;
    w->starting = 1;
    w->starts++;
    for (int32_t i = 0; i < g->count; i++)
      pair_start(c, w, g->index[i], &s, g->when);
    return;
  }
  w->starting = 0;
  w->extra_starts -= w->overlapping && !e->ok; /* the library opened no epoch for it */
  w->overlapping = 0;
  if (w->access == ACCESS_START)
    return;
  if (!e->ok) {
    for (int32_t i = 0; i < g->count; i++)
      pair_unstart(c, w, g->index[i]);
    return;
  }
  w->fence_open = 0;
  if (w->access == ACCESS_NONE) {
    w->access = ACCESS_START;
    w->access_site = s;
    w->access_time = c->time.now;
  }
}

static void complete(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_ENTER) {
    if (w->access == ACCESS_START) {
      epoch_threads_end(c, w, e, -1);
      issue_ended(c, w);
      return;
    }
    if (w->extra_starts > 0) {
      w->extra_starts--;
      return;
    }
    struct site s = site_of(w, e);
    struct finding f = claim(COMPLETE_WITHOUT_START, w);
    claim_site(&f, w, &s, ROLE_COMPLETED);
    if (w->closed_by_set)
      claim_site(&f, NULL, &w->closed_by, ROLE_EPOCH_CLOSED);
    claim_out(c, &f);
    return;
  }
  if (!e->ok || w->access != ACCESS_START)
    return;
  for (int32_t i = 0; i < w->started_count; i++) {
    struct pair *p = pair_get(c, w, w->started[i]);
    if (p)
      p->completes++;
  }
  issue_completed(c, w);
  w->access = ACCESS_NONE;
  epoch_closed(w, e);
}

static void check_post(struct check *c, struct window *w, const struct event *e,
                       const struct site *s) {
  epoch_assertion(c, w, e, ASSERT_NOCHECK | ASSERT_NOSTORE | ASSERT_NOPUT);
  epoch_nostore(c, w, e);
  if (w->posted) {
    w->extra_posts++;
    struct finding f = claim(POST_DURING_EXPOSURE, w);
    claim_site(&f, w, s, ROLE_SECOND_EPOCH);
    claim_site(&f, NULL, &w->post_site, ROLE_FIRST_EPOCH);
    claim_out(c, &f);
  }
  struct lock *self = passive_lock(w, w->me);
  if (self || w->access == ACCESS_LOCK_ALL) {
    struct finding f = claim(POST_WHILE_LOCKED, w);
    claim_site(&f, w, s, ROLE_EXPOSED);
    claim_site(&f, NULL, self ? &self->site : &w->access_site, ROLE_LOCKED);
    claim_out(c, &f);
  }
}

/* Each origin must hear of the post, since its MPI_Win_start needs this other half. */
static void post_tell(struct check *c, struct window *w, const struct event *e,
                      const struct site *s) {
  for (int32_t i = 0; i < e->u.group.count; i++) {
    struct pair *p = pair_get(c, w, e->u.group.index[i]);
    if (!p || p->rank < 0)
      continue;
    p->posts++;
    if (p->index == w->me) {
      pair_posted(c, w, w->me, s, c->time.now, e->u.group.when);
    } else {
      struct event told = *e;
      told.u.group.count = 1;
      told.u.group.index = &w->me;
      peer_send(c, p->rank, &told);
    }
  }
}

static void post(struct check *c, struct window *w, const struct event *e) {
  struct site s = site_of(w, e);
  if (e->rank != c->rank) {
    if (e->u.group.count == 1)
      pair_posted(c, w, e->u.group.index[0], &s, e->time, e->u.group.when);
    return;
  }
  if (e->phase == EVENT_ENTER) {
    check_post(c, w, e, &s);
    copy_publish(c, w);
    return;
  }
  w->extra_posts -= w->posted && !e->ok; /* the library opened no epoch for it */
  if (!e->ok || w->posted)
    return;
  post_tell(c, w, e, &s);
  order_posted(c, w, e);
  exposure_posted(c, w, &s);
  free(w->origins);
  w->origins = group_copy(c, &e->u.group);
  w->origin_count = c->failed ? 0 : e->u.group.count;
  w->posted = 1;
  w->post_site = s;
  target_ready(c, w);
}

static void wait_enter(struct check *c, struct window *w, const struct event *e) {
  if (w->posted)
    return;
  if (w->extra_posts > 0) {
    w->extra_posts -= e->kind == EVENT_WAIT;
    return;
  }
  struct site s = site_of(w, e);
  struct finding f;
  if (w->tested) {
    f = claim(TEST_AFTER_TRUE, w, call_name(e->call));
    claim_site(&f, w, &s, ROLE_CALLED_AGAIN);
    claim_site(&f, NULL, &w->test_site, ROLE_RETURNED_TRUE);
  } else {
    f = claim(WAIT_WITHOUT_POST, w, call_name(e->call));
    claim_site(&f, w, &s, ROLE_CALLED);
  }
  claim_out(c, &f);
}

static void wait_leave(struct check *c, struct window *w, const struct event *e) {
  if (!e->ok || !w->posted || (e->kind == EVENT_TEST && !e->flag))
    return;
  for (int32_t i = 0; i < w->origin_count; i++) {
    struct pair *p = pair_get(c, w, w->origins[i]);
    if (p)
      p->waits++;
  }
  order_wait(c, w);
  exposure_ended(c, w);
  copy_acquire(c, w);
  w->posted = 0;
  w->tested = e->kind == EVENT_TEST;
  w->test_site = site_of(w, e);
}

void active_feed(struct check *c, struct window *w, const struct event *e) {
  switch (e->kind) {
  case EVENT_START:
    start(c, w, e);
    break;
  case EVENT_COMPLETE:
    complete(c, w, e);
    break;
  case EVENT_POST:
    post(c, w, e);
    break;
  default:
    (e->phase == EVENT_ENTER ? wait_enter : wait_leave)(c, w, e);
    break;
  }
}
