/* fence.c: MPI_Win_fence (section 11.5.1) and what it promises (section 11.5.5).
 *
 * Fences are collective, so the n-th of a window is the same one at every rank. A rank whose
 * fence asserts NOPRECEDE or NOSUCCEED tells its right neighbour in the window's group, which
 * compares the assertion with its own. The neighbours form a ring. So if some ranks give an
 * assertion and others do not, there is a rank with the assertion whose right neighbour does
 * not give it. Fences without these assertions cost no message. */
#include <stdlib.h>
#include "checker/core/clock.h"
#include "checker/core/two_copies.h"
#include "checker/core/queue.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/operations/origin.h"
#include "checker/operations/target.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "epoch.h"
#include "fence.h"
#include "order.h"

#define ALL_OR_NONE (ASSERT_NOPRECEDE | ASSERT_NOSUCCEED)

static struct fence *fence_logged(struct window *w, int64_t number) {
  struct fence *f = number > 0 && w->fences ? &w->fences->log[number % FENCE_LOG] : NULL;
  return f && f->number == number ? f : NULL;
}

static int fence_room(struct check *c, struct window *w) {
  if (!w->fences && !(w->fences = calloc(1, sizeof *w->fences)))
    c->failed = 1;
  return w->fences != NULL;
}

void fence_free(struct window *w) {
  for (int i = 0; w->fences && i < FENCE_LOG; i++)
    clock_drop(w->fences->entry[i].clock);
  free(w->fences);
  w->fences = NULL;
}

/* Reports an assertion that the left neighbour gave and this rank did not. */
static void check_same(struct check *c, struct window *w, const struct fence *left,
                       const struct fence *own) {
  unsigned only = left->site.assertion & ~own->site.assertion & ALL_OR_NONE;
  if (!only)
    return;
  char name[32];
  long long number = own->number;
  struct finding f =
      only == ALL_OR_NONE
          ? claim(FENCE_ASSERTS_MISMATCH, w, number, left->site.rank, own->site.rank)
          : claim(FENCE_ASSERT_MISMATCH, w, number, left->site.rank,
                  assertions_listed(only, name, sizeof name), own->site.rank);
  claim_site(&f, NULL, &left->site, ROLE_ASSERTION);
  claim_site(&f, NULL, &own->site, ROLE_FENCE_WITHOUT);
  claim_out(c, &f);
}

static void fence_compare(struct check *c, struct window *w) {
  while (w->left.count) {
    struct fence left = *(struct fence *)queue_item(&w->left, 0, sizeof left);
    if (left.number > w->fence_count)
      return; /* this rank has not come to that fence yet */
    struct fence *own = fence_logged(w, left.number);
    if (own)
      check_same(c, w, &left, own);
    queue_shift(&w->left, &left, sizeof left);
  }
}

static int32_t right_neighbour(const struct window *w) {
  for (int32_t i = 1; i < w->count; i++) {
    int32_t rank = window_rank(w, (w->me + i) % w->count);
    if (rank >= 0)
      return rank;
  }
  return -1;
}

static void fence_promise(struct check *c, struct window *w, const struct event *e) {
  int32_t right = e->assertion & ALL_OR_NONE ? right_neighbour(w) : -1;
  if (right < 0 || !c->out.send)
    return;
  struct event told = *e;
  told.u.number = (uint64_t)w->fence_count;
  c->out.send(c->out.context, right, &told);
}

static void check_open(struct check *c, struct window *w, const struct event *e,
                       const struct site *s) {
  const struct site *open = w->access != ACCESS_NONE ? &w->access_site
                            : w->posted              ? &w->post_site
                                                     : NULL;
  if (!open)
    return;
  struct finding f = claim(FENCE_IN_EPOCH, w, call_name(e->call), call_name(open->call));
  claim_site(&f, w, s, ROLE_FENCE);
  claim_site(&f, NULL, open, ROLE_EPOCH_OPENED);
  claim_out(c, &f);
}

/* Whoever is told of the call, and learns from it, has been told before which operations are
 * complete. */
static void fence_order(struct check *c, struct window *w, const struct site *s) {
  int completes = !(s->assertion & ASSERT_NOPRECEDE) || w->fence_ops;
  if (!w->whole && completes)
    issue_done(c, w, -1, 0, 0);
  order_enter(c, w);
  if (completes) {
    issue_done(c, w, -1, 0, 0);
    issue_done_locally(c, w, -1, 0);
  }
  copy_publish(c, w);
  target_reached(c, w, s);
}

static void fence_enter(struct check *c, struct window *w, const struct event *e) {
  struct site s = site_of(w, e);
  epoch_assertion(c, w, e, ASSERT_NOSTORE | ASSERT_NOPUT | ASSERT_NOPRECEDE | ASSERT_NOSUCCEED);
  check_open(c, w, e, &s);
  epoch_nostore(c, w, e);
  if ((e->assertion & ASSERT_NOPRECEDE) && w->fence_ops) {
    struct finding f = w->fence_ops == 1
                           ? claim(OPERATION_PRECEDES, w)
                           : claim(OPERATIONS_PRECEDE, w, (long long)w->fence_ops);
    claim_site(&f, w, &s, ROLE_ASSERTION);
    claim_site(&f, NULL, &w->fence_op, ROLE_PRECEDES);
    claim_out(c, &f);
  }
  fence_order(c, w, &s);
}

static void fence_leave(struct check *c, struct window *w, const struct event *e) {
  if (!(e->assertion & ASSERT_NOPRECEDE))
    order_leave(c, w);
  else if (!w->whole)
    order_skip(w);
  copy_acquire(c, w);
  struct fence now = {++w->fence_count, site_of(w, e)};
  w->fences->log[now.number % FENCE_LOG] = now;
  w->fence_open = !(e->assertion & ASSERT_NOSUCCEED);
  w->fence_ops = 0;
  epoch_closed(w, e);
  fence_compare(c, w);
  fence_promise(c, w, e);
}

void fence_feed(struct check *c, struct window *w, const struct event *e) {
  if (!fence_room(c, w))
    return;
  if (e->phase == EVENT_ENTER)
    fence_enter(c, w, e);
  else if (e->ok)
    fence_leave(c, w, e);
  else if (!w->whole)
    order_skip(w);
}

void fence_left(struct check *c, struct window *w, const struct event *e) {
  struct fence f = {(int64_t)e->u.number, site_of(w, e)};
  if (queue_push(c, &w->left, &f, sizeof f))
    fence_compare(c, w);
}
