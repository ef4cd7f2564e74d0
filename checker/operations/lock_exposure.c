/* lock_exposure.c: compares operations of other ranks under a lock with this rank's exposure
 * epochs of MPI_Win_post. A window must not be locked and exposed at once (section 11.5.3).
 *
 * An operation stands for its lock, which is held while the operation lasts, unless another
 * thread holds the lock and nothing orders that before the operation. It is a mistake if the
 * later one of lock and epoch knows that the earlier one has begun, but not that it has ended.
 * An origin that has called MPI_Win_complete may assume that MPI_Win_wait returns at the
 * target. */
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/queue.h"
#include "checker/rules/atomic.h"
#include "checker/tell/claim.h"
#include "checker/tell/told.h"
#include "lock_exposure.h"

#define EXPOSURES 16 /* how many exposure epochs of a window are remembered */

struct exposure {
  struct clock *clock; /* what this process knew when it posted */
  uint64_t posted, ended;
  struct site site;
  int tainted;
};

static struct exposure *exposure_at(const struct window *w, int i) {
  return queue_item(&w->exposures, i, sizeof(struct exposure));
}

static void drop_first(struct window *w) {
  struct exposure x;
  queue_shift(&w->exposures, &x, sizeof x);
  clock_drop(x.clock);
}

static void say(struct check *c, struct window *w, const struct access *op,
                const struct access *exposed, int op_later) {
  const char *call = call_name(op->site.call);
  struct finding f = op_later ? claim(OPERATION_DURING_EXPOSURE, w, call, op->rank, c->rank)
                              : claim(POST_DURING_LOCK, w, call, op->rank, c->rank);
  const struct access *first = op_later ? exposed : op, *later = op_later ? op : exposed;
  claim_site(&f, NULL, &later->site, op_later ? ROLE_UNDER_LOCK : ROLE_EXPOSED);
  claim_site(&f, NULL, &first->site, op_later ? ROLE_EXPOSED : ROLE_UNDER_LOCK);
  claim_site(&f, NULL, &w->created, ROLE_WINDOW_CREATED);
  if (op->tainted || exposed->tainted)
    atomic_suspect(c, told_get(c, f.slug, w, first, later), &f, op, exposed);
  else
    claim_out(c, &f);
}

/* Returns whether the epoch was for the origin of the operation, and that one had completed its
 * part. */
static int completed(const struct pair *p, const struct access *op, const struct exposure *x) {
  return p->post_time > x->posted ||
         (p->post_time == x->posted && p->ends >= p->posts && op->start_time > p->completed);
}

static void meet(struct check *c, struct window *w, const struct pair *p,
                 const struct access *op, const struct exposure *x) {
  const struct access exposed = {.rank = c->rank,
                                 .site = x->site,
                                 .start = x->clock,
                                 .start_time = x->posted,
                                 .end_rank = c->rank,
                                 .end_time = x->ended,
                                 .tainted = (uint8_t)x->tainted};
  int op_later = access_knows(c, op, c->rank, x->posted),
      post_later = access_knows(c, &exposed, op->rank, op->start_time);
  if ((op_later && !access_before(c, &exposed, op) && !completed(p, op, x)) ||
      (post_later && !access_before(c, op, &exposed)))
    say(c, w, op, &exposed, op_later);
}

void exposure_posted(struct check *c, struct window *w, const struct site *post) {
  struct exposure x = {clock_hold(c->clock), c->time.now, NEVER, *post, c->tainted};
  if (w->exposures.count == EXPOSURES)
    drop_first(w);
  if (!queue_push(c, &w->exposures, &x, sizeof x)) {
    clock_drop(x.clock);
    return;
  }
  for (struct pair *p = w->pairs; p; p = p->hh.next) {
    const struct access op = {.rank = p->rank,
                              .site = p->under.site,
                              .start_time = p->under.begun,
                              .end_rank = p->rank,
                              .end_time = p->under.over,
                              .tainted = (uint8_t)p->under.tainted};
    if (p->under.over)
      meet(c, w, p, &op, exposure_at(w, w->exposures.count - 1));
  }
}

void exposure_ended(struct check *c, struct window *w) {
  if (w->exposures.count)
    exposure_at(w, w->exposures.count - 1)->ended = c->time.now;
}

void exposure_operation(struct check *c, struct window *w, struct pair *p,
                        const struct access *op) {
  if (op->epoch < EPOCH_LOCK || op->unopened || op->rank == c->rank || w->ordered)
    return;
  for (int i = w->exposures.count - 1; i >= 0; i--)
    meet(c, w, p, op, exposure_at(w, i));
  p->under = (struct locked){op->start_time, op->end_time, op->site, op->tainted};
}

void exposure_drop(struct window *w) {
  while (w->exposures.count)
    drop_first(w);
  queue_free(&w->exposures);
}
