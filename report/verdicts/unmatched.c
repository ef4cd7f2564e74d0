#define _GNU_SOURCE
#include "unmatched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/journal/member.h"
#include "wait.h"

/* Whether rank `peer` can still call anything on the window `w` waits on. */
static int is_past(const struct waits *ws, const struct wait *w, int peer) {
  const struct wait *p = waits_peer(ws, w->rank, peer);
  const struct rank *r = journals_peer(ws->js, w->rank, peer);
  if (r && r->end)
    return 1;
  if (!p || !p->in_call)
    return 0;
  return !strcmp(p->call, "MPI_Finalize") ||
         (!strcmp(p->call, "MPI_Win_free") && p->window && !strcmp(p->window, w->window));
}

static const json_t *window_of(const struct wait *w) {
  size_t i;
  json_t *window;
  json_array_foreach(member_get(w->record, "windows"), i, window) {
    const char *id = member_text(window, "window");
    if (id && !strcmp(id, w->window))
      return window;
  }
  return NULL;
}

/* The stack of the call that opened the epoch: still under way in MPI_Win_start itself. */
static json_int_t opener(const struct wait *w, const json_t *window) {
  if (!strcmp(w->call, "MPI_Win_start"))
    return member_number(w->record, "stack", 0);
  return member_number(window, w->kind == WAIT_POST ? "access_stack" : "exposure_stack", 0);
}

static void add(const struct wait *w, const json_t *window, int peer) {
  int start = w->kind == WAIT_POST, me = w->rank->rank;
  const char *own = start ? "MPI_Win_start" : "MPI_Win_post";
  const char *other = start ? "MPI_Win_post" : "MPI_Win_start";
  char *message = NULL;
  if (asprintf(
          &message,
          "Rank %d called %s with rank %d in its group and waits for it in %s, but rank %d "
          "never called a matching %s.",
          me, own, peer, w->call, peer, other) < 0)
    return;
  json_t *place = json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "rank", me, "thread",
                            member_int(w->record, "thread", 0), "call", own, "args", "", "role",
                            start ? "start without a post" : "post without a start", "epoch",
                            "", "stack", opener(w, window));
  json_t *finding = json_pack(
      "{s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:s, s:i, s:i, s:i}, s:[o]}", "record", "finding",
      "key", 0, "slug", start ? "start-without-post" : "post-without-start", "confidence",
      "definite", "message", message, "window", "id", w->window, "flavor",
      member_text_or(window, "flavor", "unknown"), "model", "unknown", "owner", -1, "size", 0,
      "disp_unit", 0, "locations", place);
  json_array_append_new(w->rank->findings, finding);
  free(message);
}

static int is_open(const struct wait *w) {
  return w->in_call && w->window && !w->done &&
         (w->kind == WAIT_POST || w->kind == WAIT_COMPLETE);
}

/* The peer of a wait for MPI_Win_complete may have started: then that is not what is missing.
 */
static int has_started(const struct waits *ws, const struct wait *w, int peer) {
  const struct wait *p = waits_peer(ws, w->rank, peer);
  return w->kind != WAIT_POST && p && wait_has_started(w, p);
}

void unmatched_add(struct journals *js) {
  struct waits ws;
  if (waits_read(&ws, js))
    return;
  for (size_t i = 0; i < ws.n; i++) {
    const struct wait *w = &ws.at[i];
    const json_t *window = is_open(w) ? window_of(w) : NULL;
    size_t k;
    json_t *peer;
    if (!window)
      continue;
    json_array_foreach(w->missing, k, peer) {
      int rank = (int)json_integer_value(peer);
      if (is_past(&ws, w, rank) && !has_started(&ws, w, rank))
        add(w, window, rank);
    }
  }
  waits_free(&ws);
}
