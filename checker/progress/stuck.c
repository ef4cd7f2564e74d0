#include "stuck.h"

#include "include/call.h"
#include "messages.h"
#include "missing.h"

/* Microseconds in one call: the records of different ranks are not so far apart in time. */
#define STILL 1000000
#define LONG 3000000  /* microseconds; a library passes on data in less time */
#define AGES 10000000 /* the same; more than a loop takes that reads a window so many times */

static int has_waited(const struct knot *k, const struct pending *w, int64_t microseconds) {
  return k->soon || w->facts->microseconds >= microseconds;
}

int stuck_is_gone(const struct knot *k, int32_t rank) {
  const struct party *r = scene_party(k->scene, rank);
  if (!r || r->facts.ended || r->facts.exited)
    return r != NULL;
  for (size_t i = r->from; i < r->to; i++) {
    const struct pending *p = &k->scene->pending[i];
    if (p->told.in_call && has_waited(k, p, STILL) && p->told.call == CALL_Finalize)
      return 1;
  }
  return 0;
}

/* Returns whether a thread that has never called MPI could still do what is missing. If the
 * thread level keeps it from calling MPI this counts as no, except in the same process:
 * programs call MPI_Grequest_complete all the same. */
static int has_free_thread(const struct pending *w, const struct pending *p) {
  return (w->party == p->party || !p->party->facts.one_thread) && p->facts->free;
}

static int has_missing_start(const struct pending *w, const struct pending *p) {
  return w->told.kind == AWAIT_POST ||
         (w->told.kind == AWAIT_COMPLETE && !missing_has_started(w, p));
}

/* Returns whether all threads of the process are stuck, or parked until a stuck one wakes
 * them. */
static int stuck_of(const struct knot *k, const struct party *r) {
  size_t stuck = 0;
  for (size_t i = r->from; i < r->to; i++)
    if (k->stuck[i])
      stuck++;
    else if (!k->scene->pending[i].facts->parked)
      return 0;
  return stuck > 0;
}

/* A loop of tests may end for other reasons than what it tests: because of the time, or because
 * of what others store in memory. The time is not considered. Returns 1 if nobody is left who
 * could store something. */
static int polls_in_vain(const struct knot *k, const struct pending *w) {
  const struct scene *s = k->scene;
  if (w->party->facts.size < 0 || (size_t)w->party->facts.size != s->parties)
    return 0; /* some left no word */
  for (size_t i = 0; i < s->parties; i++) {
    const struct party *r = &s->party[i];
    if (!stuck_is_gone(k, r->rank) && !stuck_of(k, r))
      return 0;
  }
  return !w->facts->free;
}

/* Some of several messages may meet while w has to wait for p nevertheless: w needs a message
 * with a tag that p has never sent; or p needs such a message from w, and the messages that can
 * meet have done so long ago. */
static int waits_all_the_same(const struct knot *k, const struct pending *w,
                              const struct pending *p) {
  if (!missing_is_for_all(w) || w->party == p->party)
    return 0;
  return messages_never_sent(w, p) ||
         (missing_is_for_all(p) && messages_never_sent(p, w) && messages_has_unmet(w, p) &&
          has_waited(k, w, LONG) && has_waited(k, p, LONG));
}

int stuck_blocks(const struct knot *k, const struct pending *w, int32_t peer) {
  const struct party *r = scene_party(k->scene, peer);
  size_t from = r ? r->from : 0, to = r ? r->to : 0;
  if (stuck_is_gone(k, peer))
    return from < to ? !has_missing_start(w, &k->scene->pending[from])
                     : w->told.kind != AWAIT_POST && w->told.kind != AWAIT_COMPLETE;
  for (size_t i = from; i < to; i++) {
    const struct pending *p = &k->scene->pending[i];
    if ((messages_may_meet(w, p) && !waits_all_the_same(k, w, p)) || has_free_thread(w, p))
      return 0;
  }
  return r && stuck_of(k, r);
}

static int is_blocked(const struct knot *k, const struct pending *w) {
  size_t blocked = 0;
  if (w->facts->polls && !polls_in_vain(k, w))
    return 0;
  for (size_t i = 0; i < w->missing.n; i++)
    blocked += stuck_blocks(k, w, w->missing.at[i]) != 0;
  return missing_needs_each(w) ? blocked > 0 : blocked == w->missing.n;
}

/* Nobody knows whether a loop that reads a window waits, or counts: while the program runs it
 * is not said to be stuck. */
static int may_only_count(const struct knot *k, const struct pending *w) {
  return w->told.kind == AWAIT_UPDATE && (k->closed || !has_waited(k, w, AGES));
}

/* A missing partner of MPI_Win_start or MPI_Win_post is a finding of its own, not a
 * deadlock. */
static int may_be_stuck(const struct knot *k, const struct pending *w) {
  return w->told.kind != AWAIT_NOTHING && !w->told.done && w->missing.n &&
         has_waited(k, w, w->some ? LONG : STILL) && !(k->closed && w->facts->outside) &&
         !may_only_count(k, w) && (w->told.kind != AWAIT_LOCK || w->sure) &&
         !w->party->facts.told_unmatched;
}

void stuck_find(struct knot *k) {
  const struct scene *s = k->scene;
  int changed = 1;
  for (size_t i = 0; i < s->count; i++)
    k->stuck[i] = (unsigned char)may_be_stuck(k, &s->pending[i]);
  while (changed) {
    changed = 0;
    for (size_t i = 0; i < s->count; i++)
      if (k->stuck[i] && !is_blocked(k, &s->pending[i])) {
        k->stuck[i] = 0;
        changed = 1;
      }
  }
}
