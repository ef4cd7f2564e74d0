/* fence.c: MPI_Win_fence (section 11.5.1) and what it promises (section 11.5.5).
 *
 * Fences are collective, so the n-th of a window is the same one at every rank. A fence that
 * asserts NOPRECEDE or NOSUCCEED is told to the right neighbour in the window's group; each
 * rank compares its left neighbour's fences with its own, so a promise not given by all shows
 * at some neighbours. Fences without these assertions cost no message: silence means none. */
#include <stdlib.h>
#include <string.h>
#include "state.h"

#define ALL_OR_NONE (ASSERT_NOPRECEDE | ASSERT_NOSUCCEED)

static struct fence *fence_logged(struct window *w, int64_t number) {
  struct fence *f = &w->log[number % FENCE_LOG];
  return f->number == number ? f : NULL;
}

static void say_mismatch(struct check *c, struct window *w, const struct site *a,
                         const struct site *b, int64_t number) {
  unsigned only = (a->assertion ^ (b ? b->assertion : 0)) & ALL_OR_NONE;
  const struct site *giver = a->assertion & only ? a : b, *other = giver == a ? b : a;
  struct finding f = claim(SLUG_FENCE_ASSERT_MISMATCH, w,
                           "Fence number %lld of the window: rank %d gives %s, %s does not.",
                           (long long)number, giver->rank,
                           only == ALL_OR_NONE ? "MPI_MODE_NOPRECEDE and MPI_MODE_NOSUCCEED"
                           : only & ASSERT_NOPRECEDE ? "MPI_MODE_NOPRECEDE"
                                                     : "MPI_MODE_NOSUCCEED",
                           other ? "a neighbour in the group" : "another process");
  claim_site(&f, NULL, giver, "assertion given here");
  if (other)
    claim_site(&f, NULL, other, "same fence without it");
  claim_out(c, &f);
}

static int fences_push(struct check *c, struct fences *q, const struct fence *f) {
  q->at = check_grow(c, q->at, &q->room, q->count + 1, sizeof *q->at);
  if (c->failed)
    return 0;
  q->at[q->count++] = *f;
  return 1;
}

static void fences_shift(struct fences *q) {
  memmove(q->at, q->at + 1, (size_t)--q->count * sizeof *q->at);
}

/* Compares what is certain: `through` is the last fence up to which the left neighbour's
 * silence means that it gave no assertion. */
static void fence_compare(struct check *c, struct window *w, int64_t through) {
  while (w->left.count || w->own.count) {
    struct fence *l = w->left.count ? w->left.at : NULL, *o = w->own.count ? w->own.at : NULL;
    if (l && (!o || l->number < o->number)) {
      if (l->number > w->fence_count && !w->freed)
        return; /* our own one is still to come */
      struct fence *mine = fence_logged(w, l->number);
      say_mismatch(c, w, &l->site, mine ? &mine->site : NULL, l->number);
      fences_shift(&w->left);
    } else if (l && l->number == o->number) {
      if ((l->site.assertion ^ o->site.assertion) & ALL_OR_NONE)
        say_mismatch(c, w, &l->site, &o->site, l->number);
      fences_shift(&w->left);
      fences_shift(&w->own);
    } else {
      if (!l && o->number > through)
        return; /* the neighbour's may be on its way */
      say_mismatch(c, w, &o->site, NULL, o->number);
      fences_shift(&w->own);
    }
  }
}

static void fence_promise(struct check *c, struct window *w, const struct event *e,
                          const struct fence *f) {
  if (!(e->assertion & ALL_OR_NONE) || w->count < 2)
    return;
  int32_t left = window_rank(w, (w->me + w->count - 1) % w->count);
  int32_t right = window_rank(w, (w->me + 1) % w->count);
  if (left >= 0 && !fences_push(c, &w->own, f))
    return;
  if (right >= 0 && c->out.send) {
    struct event told = *e;
    told.u.number = (uint64_t)f->number;
    c->out.send(c->out.context, right, &told);
  }
}

static void say_noput(struct check *c, struct window *w, const struct site *op,
                      const struct site *fence) {
  struct finding f = claim(SLUG_NOPUT_VIOLATED, w,
                           "%s by rank %d updates the window of rank %d, which asserted "
                           "MPI_MODE_NOPUT in MPI_Win_fence.",
                           call_name(op->call), op->rank, c->rank);
  claim_site(&f, NULL, op, "update");
  claim_site(&f, NULL, fence, "assertion given here");
  claim_out(c, &f);
}

/* A peer (or this rank) made its first update of this rank's window in fence epoch `epoch`. */
static void fence_notice(struct check *c, struct window *w, const struct notice *n) {
  if (n->epoch > w->fence_count && !w->freed) {
    w->notices = check_grow(c, w->notices, &w->notice_room, w->notice_count + 1, sizeof *n);
    if (!c->failed)
      w->notices[w->notice_count++] = *n;
    return;
  }
  struct fence *f = fence_logged(w, n->epoch);
  if (f && (f->site.assertion & ASSERT_NOPUT))
    say_noput(c, w, &n->site, &f->site);
}

void fence_update(struct check *c, struct window *w, const struct event *e) {
  struct notice n = {(int64_t)e->u.op.epoch, site_of(w, e)};
  fence_notice(c, w, &n);
}

/* Whether the peer is still to be told of an update from this call stack in this fence epoch.
 */
static int worth_telling(struct pair *p, const struct window *w, uint32_t stack) {
  if (p->noted_fence != w->fence_count) {
    p->noted_fence = w->fence_count;
    p->noted = 0;
  }
  for (int i = 0; i < p->noted; i++)
    if (p->noted_stack[i] == stack)
      return 0;
  if (p->noted == UPDATES)
    return 0;
  p->noted_stack[p->noted++] = stack;
  return 1;
}

/* At the origin: one notice per target, fence epoch and call stack. */
void fence_tell(struct check *c, struct window *w, const struct event *e) {
  struct pair *p = pair_get(c, w, e->target);
  if (!p || !worth_telling(p, w, e->stack))
    return;
  struct event told = *e;
  told.u.op.epoch = (uint64_t)w->fence_count;
  if (e->target == w->me)
    fence_update(c, w, &told);
  else if (p->rank >= 0 && c->out.send)
    c->out.send(c->out.context, p->rank, &told);
}

static void check_open(struct check *c, struct window *w, const struct event *e,
                       const struct site *s) {
  const struct site *open = w->access != ACCESS_NONE ? &w->access_site
                            : w->posted              ? &w->post_site
                                                     : NULL;
  if (!open)
    return;
  struct finding f =
      claim(SLUG_FENCE_IN_EPOCH, w, "%s is called while the epoch that %s opened is open.",
            call_name(e->call), call_name(open->call));
  claim_site(&f, w, s, "fence");
  claim_site(&f, NULL, open, "epoch opened here");
  claim_out(c, &f);
}

static void fence_enter(struct check *c, struct window *w, const struct event *e) {
  struct fence now = {w->fence_count + 1, site_of(w, e)};
  epoch_assertion(c, w, e, ASSERT_NOSTORE | ASSERT_NOPUT | ASSERT_NOPRECEDE | ASSERT_NOSUCCEED);
  check_open(c, w, e, &now.site);
  if ((e->assertion & ASSERT_NOPRECEDE) && w->fence_ops) {
    struct finding f =
        claim(SLUG_NOPRECEDE_VIOLATED, w,
              "The fence asserts MPI_MODE_NOPRECEDE, but this process issued %lld "
              "RMA operation%s since the last fence.",
              (long long)w->fence_ops, w->fence_ops == 1 ? "" : "s");
    claim_site(&f, w, &now.site, "assertion given here");
    claim_site(&f, NULL, &w->fence_op, "first operation that precedes");
    claim_out(c, &f);
  }
  fence_promise(c, w, e, &now);
}

static void fence_leave(struct check *c, struct window *w, const struct event *e) {
  struct fence now = {++w->fence_count, site_of(w, e)};
  w->log[now.number % FENCE_LOG] = now;
  w->fence_open = !(e->assertion & ASSERT_NOSUCCEED);
  w->fence_ops = 0;
  epoch_closed(w, e);
  int keep = w->notice_count;
  struct notice *pending = w->notices;
  w->notices = NULL;
  w->notice_count = w->notice_room = 0;
  for (int i = 0; i < keep; i++)
    fence_notice(c, w, &pending[i]);
  free(pending);
  fence_compare(c, w, 0);
}

void fence_feed(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_ENTER)
    fence_enter(c, w, e);
  else if (e->ok)
    fence_leave(c, w, e);
  else if (w->own.count && w->own.at[w->own.count - 1].number == w->fence_count + 1)
    w->own.count--;
}

/* The left neighbour told of a fence; all of its earlier silent ones are now certain. */
void fence_left(struct check *c, struct window *w, const struct event *e) {
  struct fence f = {(int64_t)e->u.number, site_of(w, e)};
  if (fences_push(c, &w->left, &f))
    fence_compare(c, w, 0);
}

void fence_finalize(struct check *c, struct window *w) {
  fence_compare(c, w, w->fence_count);
}
