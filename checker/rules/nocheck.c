/* nocheck.c: MPI_MODE_NOCHECK promises what other ranks must have made so (section 11.5.5): the
 * post is done when MPI_Win_start is called; nobody holds a lock that conflicts, nor will,
 * while this one is held. As with ready sends, it must be so by what orders the ranks, not by
 * luck. */
#include <stdio.h>
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/shelf.h"
#include "checker/tell/claim.h"
#include "checker/tell/ordering.h"
#include "checker/tell/told.h"
#include "atomic.h"
#include "nocheck.h"

#define LOOKS_MOST 50000000 /* at pairs of operations: a second or so */

static void say_start(struct check *c, struct window *w, const struct start *start,
                      const struct post *post, const char *why) {
  struct finding f = claim(SLUG_NOCHECK_VIOLATED, w,
                           "Rank %d calls MPI_Win_start with MPI_MODE_NOCHECK, which promises "
                           "that rank %d has called MPI_Win_post, but %s.",
                           start->site.rank, post->site.rank, why);
  claim_site(&f, w, &start->site, "start");
  claim_site(&f, NULL, &post->site, "matching post");
  claim_out(c, &f);
}

static void say_start_luck(struct check *c, struct window *w, const struct start *start,
                           const struct post *post) {
  int32_t from = post->site.rank, to = start->site.rank;
  struct finding f = claim(
      SLUG_NOCHECK_UNORDERED, w,
      "Rank %d calls MPI_Win_start with MPI_MODE_NOCHECK, which promises that rank %d has "
      "called MPI_Win_post. It had, but only by luck: nothing makes the start wait.",
      to, from);
  f.confidence = SCHEDULE;
  snprintf(
      f.ordering, sizeof f.ordering,
      "Nothing that rank %d did after {1} was known to rank %d at {0}. What is missing: a "
      "message from rank %d sent after {1} and received by rank %d before {0}, or a barrier "
      "after {1} and before {0}.",
      from, to, from, to);
  claim_site(&f, w, &start->site, "start");
  claim_site(&f, NULL, &post->site, "matching post");
  const struct access posted = {.rank = from,
                                .start = post->clock,
                                .start_time = post->time,
                                .end_rank = from,
                                .end_time = post->time,
                                .site = post->site};
  const struct access started = {.rank = to,
                                 .start = start->clock,
                                 .start_time = start->time,
                                 .end_rank = to,
                                 .end_time = NEVER,
                                 .site = start->site};
  if (start->tainted)
    atomic_suspect(c, told_get(c, f.slug, w, &started, &posted), &f, &started, &posted);
  else
    claim_out(c, &f);
}

/* At the origin. */
void nocheck_start(struct check *c, struct window *w, const struct pair *p,
                   const struct start *start, const struct post *post) {
  int own = p->rank == c->rank;
  if ((own ? start->time : clock_at(start->clock, p->rank)) >= post->time)
    return;
  if (own)
    say_start(c, w, start, post, "that comes only after it");
  else if (clock_at(post->clock, c->rank) >= start->time)
    say_start(c, w, start, post,
              "that rank posted only after the start: it had heard from this one since");
  else if (start->when && post->when > start->when)
    say_start(c, w, start, post,
              "that rank posted only after the start, by the monotonic clock that both share");
  else
    say_start_luck(c, w, start, post);
}

/* Locks. An operation stands for its lock: that is held while the operation lasts. */

static void say_lock(struct check *c, struct window *w, const struct access *promise,
                     const struct access *other) {
  int begun = access_knows(c, promise, other->rank, other->start_time) ||
              access_knows(c, other, promise->rank, promise->start_time);
  struct told *told =
      told_get(c, begun ? SLUG_NOCHECK_VIOLATED : SLUG_NOCHECK_UNORDERED, w, promise, other);
  int doubtful = promise->tainted || other->tainted;
  if (told_enough(told, doubtful) || told_claimed(told) >= ALIKE_MOST)
    return;
  struct finding f =
      begun
          ? claim(SLUG_NOCHECK_VIOLATED, w,
                  "%s of rank %d is under a lock on rank %d that was taken with "
                  "MPI_MODE_NOCHECK, while rank %d has %s lock on it: the later of the two "
                  "knows that the other has begun, not that it is over.",
                  call_name(promise->site.call), promise->rank, c->rank, other->rank,
                  other->exclusive ? "an exclusive" : "a shared")
          : claim(SLUG_NOCHECK_UNORDERED, w,
                  "%s of rank %d is under a lock on rank %d that was taken with "
                  "MPI_MODE_NOCHECK, and nothing keeps it apart from %s lock of rank %d on it.",
                  call_name(promise->site.call), promise->rank, c->rank,
                  other->exclusive ? "the exclusive" : "the shared", other->rank);
  f.confidence = begun ? DEFINITE : SCHEDULE;
  ordering(c, promise, other, f.ordering, sizeof f.ordering);
  claim_site(&f, w, &promise->site, "under a lock with MPI_MODE_NOCHECK");
  claim_site(&f, NULL, &other->site, "under a lock that conflicts");
  if (doubtful) {
    atomic_suspect(c, told, &f, promise, other);
    return;
  }
  told_claim(told);
  claim_out(c, &f);
}

struct lock_meeting {
  struct check *c;
  struct window *w;
  struct access *a;
};

static void with_lock(void *context, struct access *b) {
  struct lock_meeting *m = context;
  struct access *a = m->a;
  m->c->nocheck.looks++;
  if (b->win != a->win || b->epoch < EPOCH_LOCK || a->rank == b->rank ||
      !(a->nocheck || b->nocheck) || !(a->exclusive || b->exclusive) ||
      access_before(m->c, a, b) || access_before(m->c, b, a))
    return;
  int first = a->nocheck && (!b->nocheck || a->rank < b->rank);
  say_lock(m->c, m->w, first ? a : b, first ? b : a);
}

void nocheck_operation(struct check *c, struct window *w, struct access *a) {
  struct lock_meeting m = {c, w, a};
  if (a->epoch < EPOCH_LOCK)
    return;
  w->nocheck |= a->nocheck;
  w->exclusive |= a->exclusive;
  if (!w->nocheck || !w->exclusive || c->nocheck.looks > LOOKS_MOST)
    return;
  for (int update = 0; update < 2; update++)
    shelf_each(&c->shelves.remote[update], INT64_MIN, INT64_MAX, &m, with_lock);
}
