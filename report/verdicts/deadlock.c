#define _GNU_SOURCE
#include "deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/journal/member.h"
#include "wait.h"

#define STILL 1.0 /* seconds in a call: more than the records of ranks lie apart */
#define LONG 3.0  /* more than a library takes to pass on data */
#define PLACES 8  /* calls of a circle that are named */

struct knot {
  const struct waits *ws;
  unsigned char *stuck, *told; /* for each wait */
};

/* Whether the rank can do no more than end. */
static int is_gone(const struct knot *k, const struct wait *w, int peer) {
  const struct rank *r = journals_peer(k->ws->js, w->rank, peer);
  size_t from, to;
  if (r && (r->end || r->exit))
    return 1;
  waits_of(k->ws, w->rank, peer, &from, &to);
  for (size_t i = from; i < to; i++) {
    const struct wait *p = &k->ws->at[i];
    if (p->in_call && p->seconds >= STILL && !strcmp(p->call, "MPI_Finalize"))
      return 1;
  }
  return 0;
}

static int is_told(const struct wait *w, const char *slug) {
  size_t i;
  json_t *finding;
  json_array_foreach(w->rank->findings, i, finding) {
    if (!strcmp(member_text_or(finding, "slug", ""), slug))
      return 1;
  }
  return member_get(w->rank->slugs, slug) != NULL;
}

/* MPI_Win_start or MPI_Win_post without the other: findings of their own (unmatched.c). */
static int is_unmatched(const struct wait *w) {
  return is_told(w, "start-without-post") || is_told(w, "post-without-start");
}

/* Whether a thread that has not called MPI could do what is missing. The level of threads keeps
 * it from MPI calls, but programs call MPI_Grequest_complete all the same. */
static int has_free_thread(const struct wait *w, const struct wait *p) {
  const char *level = member_text_or(p->rank->start, "threads", "multiple");
  if (w->rank != p->rank && (!strcmp(level, "single") || !strcmp(level, "funneled")))
    return 0;
  return member_int(p->record, "free", 0) != 0;
}

static int has_missing_start(const struct wait *w, const struct wait *p) {
  return w->kind == WAIT_POST || (w->kind == WAIT_COMPLETE && !wait_has_started(w, p));
}

/* A loop of tests may end for another reason than what it tests: time, or what others store in
 * memory. The first is left out of account; nobody is left to do the second. */
static int polls_in_vain(const struct knot *k, const struct wait *w) {
  const struct rank *r = w->rank;
  if (member_number(r->start, "size", 0) != (json_int_t)(r->to - r->from))
    return 0; /* some left no journal */
  for (size_t i = r->from; i < r->to; i++) {
    const struct rank *p = &k->ws->js->rank[i];
    if (is_gone(k, w, p->rank))
      continue;
    if (k->ws->from[i] == k->ws->from[i + 1])
      return 0;
    for (size_t j = k->ws->from[i]; j < k->ws->from[i + 1]; j++)
      if (!k->stuck[j])
        return 0;
  }
  return !member_int(w->record, "free", 0);
}

static int is_for_all(const struct wait *w) {
  return json_is_true(member_get(w->wait, "all"));
}

/* Of several messages some may meet, and yet w has to wait for p: for a message with a tag that
 * p never sent; or p does so for w, and those that meet have done so long ago. */
static int waits_all_the_same(const struct wait *w, const struct wait *p) {
  if (!is_for_all(w) || w->rank == p->rank)
    return 0;
  return wait_never_sent(w, p) ||
         (is_for_all(p) && wait_never_sent(p, w) && wait_has_unmet(w, p) &&
          w->seconds >= LONG && p->seconds >= LONG);
}

/* All threads of the peer wait so. */
static int blocks(const struct knot *k, const struct wait *w, int peer) {
  size_t from, to;
  waits_of(k->ws, w->rank, peer, &from, &to);
  if (is_gone(k, w, peer))
    return from < to ? !has_missing_start(w, &k->ws->at[from])
                     : w->kind != WAIT_POST && w->kind != WAIT_COMPLETE;
  for (size_t i = from; i < to; i++) {
    const struct wait *p = &k->ws->at[i];
    if (!k->stuck[i] || (wait_may_meet(w, p) && !waits_all_the_same(w, p)) ||
        has_free_thread(w, p))
      return 0;
  }
  return from < to;
}

static int is_blocked(const struct knot *k, const struct wait *w) {
  size_t i, n = json_array_size(w->missing), stuck = 0;
  json_t *peer;
  if (json_is_true(member_get(w->record, "polls")) && !polls_in_vain(k, w))
    return 0;
  json_array_foreach(w->missing, i, peer) {
    stuck += blocks(k, w, (int)json_integer_value(peer)) != 0;
  }
  return wait_needs_each(w) ? stuck > 0 : stuck == n;
}

static int may_be_stuck(const struct wait *w) {
  return w->in_call && w->kind != WAIT_NONE && !w->done && json_array_size(w->missing) &&
         w->seconds >= (w->some ? LONG : STILL) && (w->kind != WAIT_LOCK || w->sure) &&
         !is_unmatched(w);
}

static void find_stuck(struct knot *k) {
  int changed = 1;
  for (size_t i = 0; i < k->ws->n; i++)
    k->stuck[i] = (unsigned char)may_be_stuck(&k->ws->at[i]);
  while (changed) {
    changed = 0;
    for (size_t i = 0; i < k->ws->n; i++)
      if (k->stuck[i] && !is_blocked(k, &k->ws->at[i])) {
        k->stuck[i] = 0;
        changed = 1;
      }
  }
}

/* A wait of the peer, of another thread than w. */
static const struct wait *next_thread(const struct knot *k, const struct wait *w, int peer) {
  size_t from, to;
  waits_of(k->ws, w->rank, peer, &from, &to);
  if (from + 1 < to && &k->ws->at[from] == w)
    from++;
  return from < to ? &k->ws->at[from] : NULL;
}

/* The next in the circle; NULL: it waits for a rank that is gone, *peer. */
static const struct wait *next_of(const struct knot *k, const struct wait *w, int *peer) {
  const struct wait *next = NULL;
  size_t i;
  json_t *number;
  json_array_foreach(w->missing, i, number) {
    *peer = (int)json_integer_value(number);
    if (is_gone(k, w, *peer))
      return NULL;
    if (!next && blocks(k, w, *peer))
      next = next_thread(k, w, *peer);
  }
  return next;
}

static json_t *place(const struct wait *w, const char *role) {
  return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "rank", w->rank->rank, "thread",
                   member_int(w->record, "thread", 0), "call", w->call, "args", w->args, "role",
                   role, "epoch", "", "stack", member_number(w->record, "stack", 0));
}

static void add(const struct wait *first, const char *message, json_t *places) {
  json_t *finding =
      json_pack("{s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:s, s:i, s:i, s:i}, s:o}", "record",
                "finding", "key", 0, "slug", "deadlock", "confidence", "definite", "message",
                message, "window", "id", "0", "flavor", "unknown", "model", "unknown", "owner",
                -1, "size", 0, "disp_unit", 0, "locations", places);
  json_array_append_new(first->rank->findings, finding);
}

static int next_is(const struct knot *k, const struct wait *w) {
  int peer = -1;
  const struct wait *next = next_of(k, w, &peer);
  return next && next->rank == w->rank;
}

static int has_place(const json_t *places, const struct wait *w) {
  const json_t *at;
  size_t i;
  json_array_foreach((json_t *)places, i, at) {
    if (member_int(at, "rank", -1) == w->rank->rank &&
        member_int(at, "thread", 0) == member_int(w->record, "thread", 0))
      return 1;
  }
  return 0;
}

/* What the other threads of the rank wait for meanwhile. */
static void add_threads(const struct knot *k, const struct wait *w, json_t *places) {
  size_t from, to;
  waits_of(k->ws, w->rank, w->rank->rank, &from, &to);
  for (size_t i = from; i < to && json_array_size(places) < PLACES; i++)
    if (!has_place(places, &k->ws->at[i]))
      json_array_append_new(places, place(&k->ws->at[i], "another thread waits here"));
}

/* Of two that wait for each other because their collective calls differ. */
static void tell_difference(const struct wait *w, const struct wait *p, FILE *out) {
  const json_t *mine = w->wait, *other = p->wait;
  fprintf(out, " Ranks %d and %d are in collective call number %lld on one communicator, but ",
          w->rank->rank, p->rank->rank, (long long)member_number(mine, "number", 1) - 1);
  if (!wait_same_call(w, p))
    fprintf(out, "it is %s at one and %s at the other.", w->part, p->part);
  else
    fprintf(out, "the roots they name differ: %d and %d.", member_int(mine, "root", -1),
            member_int(other, "root", -1));
}

static void tell_cause(const struct wait *w, int peer, FILE *out) {
  if (w->kind == WAIT_REQUEST && peer == w->rank->rank)
    fputs(" for a generalized request that only this rank can complete", out);
  else
    fprintf(out, " for %s%srank %d", wait_what(w), *wait_what(w) ? " of " : "", peer);
}

static void tell_circle(const struct knot *k, const struct wait *first) {
  if (first->kind == WAIT_REQUEST && next_is(k, first) &&
      (is_told(first, "greq-wait-forever") || is_told(first, "greq-cancel-ignored")))
    return;
  json_t *places = json_array();
  const struct wait *w = first, *odd = NULL, *even = NULL;
  char *text = NULL;
  size_t size, n = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return;
  do {
    int peer = -1;
    const struct wait *next = next_of(k, w, &peer);
    fprintf(out, "%sank %d waits in %s", n ? ", r" : "R", w->rank->rank, w->call);
    if (n < PLACES)
      fprintf(out, " ({%zu})", n);
    tell_cause(w, next ? next->rank->rank : peer, out);
    if (n++ < PLACES)
      json_array_append_new(places, place(w, "waits here"));
    if (next && !odd && wait_differs(w, next)) {
      odd = w;
      even = next;
    }
    w = next;
  } while (w && w != first);
  w = first;
  for (int peer = -1, more = 1; w && more; more = w != first) {
    add_threads(k, w, places);
    w = next_of(k, w, &peer);
  }
  fputs(": none of these calls can ever return.", out);
  if (odd)
    tell_difference(odd, even, out);
  if (!fclose(out))
    add(first, text, places);
  else
    json_decref(places);
  free(text);
}

static void tell_gone(const struct wait *w, int peer) {
  char *text = NULL;
  if (asprintf(&text,
               "Rank %d waits in %s ({0}) for %s%srank %d, which is in MPI_Finalize or has "
               "ended: the "
               "call can never return.",
               w->rank->rank, w->call, wait_what(w), *wait_what(w) ? " of " : "", peer) < 0)
    return;
  json_t *places = json_array();
  json_array_append_new(places, place(w, "waits here"));
  add(w, text, places);
  free(text);
}

/* Follows the waits from here to the circle they lead into. */
static void follow(struct knot *k, const struct wait *w) {
  int peer = -1;
  while (w && !k->told[w - k->ws->at]) {
    k->told[w - k->ws->at] = 1;
    const struct wait *next = next_of(k, w, &peer);
    if (!next) {
      tell_gone(w, peer);
      return;
    }
    if (k->told[next - k->ws->at] == 1)
      tell_circle(k, next);
    w = next;
  }
}

void deadlock_add(struct journals *js) {
  struct waits ws;
  if (waits_read(&ws, js))
    return;
  struct knot k = {&ws, calloc(ws.n + 1, 1), calloc(ws.n + 1, 1)};
  if (k.stuck && k.told) {
    find_stuck(&k);
    for (size_t i = 0; i < ws.n; i++)
      if (k.stuck[i] && !k.told[i]) {
        follow(&k, &ws.at[i]);
        for (size_t j = 0; j < ws.n; j++) /* what leads here later is told */
          k.told[j] = k.told[j] ? 2 : 0;
      }
  }
  free(k.stuck);
  free(k.told);
  waits_free(&ws);
}
