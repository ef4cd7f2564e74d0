#include "scene.h"

#include <stdlib.h>

#include "missing.h"

/* Sorts by rank, and those of one rank by the order in which they came. */
static int by_rank(const void *a, const void *b) {
  const struct party *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return (x->shown > y->shown) - (x->shown < y->shown);
}

static int by_thread(const void *a, const void *b) {
  const struct pending *x = a, *y = b;
  if (x->told.thread != y->told.thread)
    return x->told.thread < y->told.thread ? -1 : 1;
  return (x->told.index > y->told.index) - (x->told.index < y->told.index);
}

/* Keeps only the last note of each rank. Until then `shown` holds the order in which they
 * came. */
static void settle_parties(struct scene *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->parties; i++)
    s->party[i].shown = i;
  if (s->parties)
    qsort(s->party, s->parties, sizeof *s->party, by_rank);
  for (size_t i = 0; i < s->parties; i++)
    if (i + 1 == s->parties || s->party[i].rank != s->party[i + 1].rank)
      s->party[n++] = s->party[i];
  s->parties = n;
}

/* Appends to `pending` (n are there already) the last standstill of each thread of the
 * party. */
static size_t settle_threads(struct scene *s, struct party *party, struct pending *pending,
                             size_t n) {
  struct pending *from = &s->pending[party->from];
  size_t count = party->to - party->from;
  for (size_t i = 0; i < count; i++)
    from[i].told.index = i;
  if (count)
    qsort(from, count, sizeof *from, by_thread);
  party->from = n;
  party->shown = 0;
  for (size_t i = 0; i < count; i++) {
    if (i + 1 < count && from[i].told.thread == from[i + 1].told.thread)
      continue;
    struct pending *w = &pending[n];
    *w = from[i];
    from[i].notes = NULL;
    from[i].args = NULL;
    w->party = party;
    w->told.index = n++;
    if (!party->shown || (w->told.in_call && !pending[party->shown - 1].told.in_call))
      party->shown = n;
  }
  party->to = n;
  return n;
}

static void settle(struct scene *s) {
  struct pending *pending = calloc(s->count + 1, sizeof *pending);
  size_t n = 0;
  s->failed |= !pending;
  if (s->failed) {
    free(pending);
    return;
  }
  settle_parties(s);
  for (size_t i = 0; i < s->parties; i++)
    n = settle_threads(s, &s->party[i], pending, n);
  for (size_t i = 0; i < s->count; i++)
    pending_free(&s->pending[i]);
  free(s->pending);
  s->pending = pending;
  s->count = n;
  missing_find(s);
}

struct scene *scene_settle(struct progress *p) {
  struct scene *s = p->scene;
  if (s && !s->settled) {
    s->settled = 1;
    settle(s);
  }
  return s && !s->failed ? s : NULL;
}

const struct progress_wait *progress_wait(struct progress *p, size_t index) {
  const struct scene *s = scene_settle(p);
  return s && index < s->count ? &s->pending[index].told : NULL;
}

const struct progress_wait *progress_wait_of(struct progress *p, int32_t rank) {
  const struct scene *s = scene_settle(p);
  const struct pending *w = s ? scene_shown(s, rank) : NULL;
  return w ? &w->told : NULL;
}
