/* outlook.c: whether a world that still runs can come to its end. */
#include <stdlib.h>

#include "progress_state.h"
#include "scene.h"
#include "stuck.h"

/* Returns whether some thread is stuck; if there is no memory, none is. */
static int any_stuck(const struct scene *s, int closed, int soon) {
  struct knot k = {
      .scene = s, .stuck = calloc(s->count + 1, 1), .closed = closed, .soon = soon};
  int any = 0;
  if (k.stuck)
    stuck_find(&k);
  for (size_t i = 0; k.stuck && i < s->count; i++)
    any |= k.stuck[i];
  free(k.stuck);
  return any;
}

static int may_be_freed(const struct party *r, const struct scene *s) {
  for (size_t i = r->from; i < r->to; i++)
    if (s->pending[i].facts->outside)
      return 1;
  return 0;
}

/* Returns whether all threads that call MPI are in it, or wait for one that is, in all ranks
 * that have not ended. */
static int all_stand(const struct progress *p, const struct scene *s) {
  for (size_t i = 0; i < s->parties; i++) {
    const struct party *r = &s->party[i];
    size_t in = 0, parked = 0;
    for (size_t k = r->from; k < r->to; k++) {
      in += s->pending[k].told.in_call;
      parked += s->pending[k].facts->parked;
    }
    if (!r->facts.ended && !r->facts.exited &&
        (!in || in + parked < r->to - r->from || may_be_freed(r, s)))
      return 0;
  }
  return (size_t)p->size == s->parties;
}

/* What each judge finds of ranks that nothing else can set free. */
static void count(void *context, const struct progress_finding *f) {
  struct progress *p = context;
  const struct party *r = scene_party(p->scene, f->rank);
  p->never += r && !may_be_freed(r, p->scene) &&
              (f->slug == SLUG_START_WITHOUT_POST || f->slug == SLUG_POST_WITHOUT_START ||
               f->slug == SLUG_COLLECTIVE_MISMATCH);
}

enum progress_outlook progress_outlook(struct progress *p) {
  const struct scene *s = scene_settle(p);
  if (!s)
    return OUTLOOK_OPEN;
  p->context = p;
  p->finding = count;
  p->never = any_stuck(s, 1, 0);
  if (!p->never)
    unmatched_judge(p);
  if (!p->never && all_stand(p, s))
    agreement_judge(p);
  if (p->never)
    return OUTLOOK_NEVER;
  return !any_stuck(s, 0, 0) && any_stuck(s, 0, 1) ? OUTLOOK_SOON : OUTLOOK_OPEN;
}
