/* unmatched.c: the findings start-without-post and post-without-start, of processes that wait
 * in MPI_Win_start, MPI_Win_complete or MPI_Win_wait where the peer can no longer do its part:
 * it is in MPI_Win_free of that window or in MPI_Finalize, or has ended. */
#include <stdlib.h>

#include "checker/tell/sentence.h"
#include "include/call.h"
#include "missing.h"
#include "scene.h"

/* Returns whether the rank `peer` can call nothing more on the window that w waits on. */
static int is_past(const struct scene *s, const struct pending *w, int32_t peer) {
  const struct party *party = scene_party(s, peer);
  const struct pending *p = scene_shown(s, peer);
  if (party && party->facts.ended)
    return 1;
  if (!p || !p->told.in_call)
    return 0;
  return p->told.call == CALL_Finalize ||
         (p->told.call == CALL_Win_free && p->window == w->window);
}

/* Returns the stack of the call that opened the epoch; inside MPI_Win_start that call is still
 * under way. */
static uint32_t opener(const struct pending *w, const struct event_synchronised *window) {
  if (w->told.call == CALL_Win_start)
    return w->notes->event.stack;
  return w->told.kind == AWAIT_POST ? window->access_stack : window->exposure_stack;
}

static void tell(struct progress *p, const struct pending *w,
                 const struct event_synchronised *window, int32_t peer) {
  int start = w->told.kind == AWAIT_POST;
  uint16_t own = start ? CALL_Win_start : CALL_Win_post;
  struct sentence text = {0};
  sentence_add(&text, WAITS_UNMATCHED, w->told.rank, call_name(own), peer,
               call_name(w->told.call), peer,
               call_name(start ? CALL_Win_post : CALL_Win_start));
  struct progress_finding f = {
      .slug = start ? SLUG_START_WITHOUT_POST : SLUG_POST_WITHOUT_START,
      .rank = w->told.rank,
      .message = text.text,
      .window = w->window,
      .flavor = window->flavor,
      .places = 1,
      .place = {{.rank = w->told.rank,
                 .thread = w->told.thread,
                 .stack = opener(w, window),
                 .call = own,
                 .role = role_text(start ? ROLE_LONELY_START : ROLE_LONELY_POST),
                 .args = ""}}};
  if (!text.failed) {
    w->party->facts.told_unmatched = 1;
    p->finding(p->context, &f);
  }
  free(text.text);
}

/* The peer of a wait for MPI_Win_complete may have called MPI_Win_start: then the start is not
 * what is missing. */
static int has_started(const struct scene *s, const struct pending *w, int32_t peer) {
  const struct pending *p = scene_shown(s, peer);
  return w->told.kind != AWAIT_POST && p && missing_has_started(w, p);
}

void unmatched_judge(struct progress *p) {
  const struct scene *s = scene_settle(p);
  for (size_t i = 0; s && i < s->count; i++) {
    const struct pending *w = &s->pending[i];
    int open = !w->told.done && (w->told.kind == AWAIT_POST || w->told.kind == AWAIT_COMPLETE);
    const struct event_synchronised *window = open ? standstill_window(w, w->window) : NULL;
    for (size_t k = 0; window && k < w->missing.n; k++)
      if (is_past(s, w, w->missing.at[k]) && !has_started(s, w, w->missing.at[k]))
        tell(p, w, window, w->missing.at[k]);
  }
}
