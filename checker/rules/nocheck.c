/* nocheck.c: MPI_MODE_NOCHECK promises something about other ranks (section 11.5.5): the post
 * is done before MPI_Win_start is called; nobody holds a conflicting lock, or asks for one,
 * while this lock is held. As with ready sends, the order of the ranks must guarantee it; luck
 * is not enough. */
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/shelf.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "checker/tell/ordering.h"
#include "checker/tell/told.h"
#include "atomic.h"
#include "nocheck.h"

#define LOOKS_MOST 50000000 /* comparisons of two operations: about a second */

static void say_start(struct check *c, struct window *w, const struct start *start,
                      const struct post *post, int heard) {
  int32_t from = start->site.rank, to = post->site.rank;
  struct finding f = from == to ? claim(START_BEFORE_OWN_POST, w, from, to)
                     : heard    ? claim(START_BEFORE_POST, w, from, to)
                                : claim(START_BEFORE_POST_BY_TIME, w, from, to);
  claim_site(&f, w, &start->site, ROLE_START);
  claim_site(&f, NULL, &post->site, ROLE_MATCHING_POST);
  claim_out(c, &f);
}

static void say_start_luck(struct check *c, struct window *w, const struct start *start,
                           const struct post *post) {
  int32_t from = post->site.rank, to = start->site.rank;
  struct finding f = claim(START_AFTER_POST_BY_LUCK, w, to, from);
  f.confidence = SCHEDULE;
  claim_ordering(&f, NOTHING_KNOWN, from, to, from, to);
  claim_site(&f, w, &start->site, ROLE_START);
  claim_site(&f, NULL, &post->site, ROLE_MATCHING_POST);
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
  if (clock_knew(start->clock, c->rank, start->time, p->rank, post->time))
    return;
  int heard = clock_knew(post->clock, p->rank, post->time, c->rank, start->time);
  if (heard || (start->when && post->when > start->when))
    say_start(c, w, start, post, heard);
  else
    say_start_luck(c, w, start, post);
}

/* An operation stands for its lock, which is held while the operation lasts. */

static void say_lock(struct check *c, struct window *w, const struct access *promise,
                     const struct access *other) {
  int begun = access_knows(c, promise, other->rank, other->start_time) ||
              access_knows(c, other, promise->rank, promise->start_time);
  struct told *told =
      told_get(c, begun ? SLUG_NOCHECK_VIOLATED : SLUG_NOCHECK_UNORDERED, w, promise, other);
  int doubtful = promise->tainted || other->tainted;
  if (told_enough(told, doubtful) || told_claimed(told) >= ALIKE_MOST)
    return;
  const char *call = call_name(promise->site.call), *lock = lock_name(other->exclusive);
  struct finding f =
      begun ? claim(LOCK_CONFLICTS, w, call, promise->rank, c->rank, other->rank, article(lock),
                    lock)
            : claim(LOCK_MAY_CONFLICT, w, call, promise->rank, c->rank, lock, other->rank);
  f.confidence = begun ? DEFINITE : SCHEDULE;
  ordering(c, promise, other, f.ordering, sizeof f.ordering);
  claim_site(&f, w, &promise->site, ROLE_UNDER_NOCHECK);
  claim_site(&f, NULL, &other->site, ROLE_UNDER_CONFLICT);
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
