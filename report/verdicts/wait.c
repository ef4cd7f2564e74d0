#include "wait.h"

#include <stdlib.h>
#include <string.h>

#include "include/library.h"
#include "include/name.h"
#include "report/journal/member.h"
#include "report/input/merge.h"

static enum wait_kind kind_named(const char *name) {
  static const char *const names[] = {"",           "post", "complete", "fence",   "lock",
                                      "collective", "send", "recv",     "request", "exchange"};
  for (size_t i = 1; i < sizeof names / sizeof names[0]; i++)
    if (!strcmp(names[i], name))
      return (enum wait_kind)i;
  return WAIT_NONE;
}

const char *wait_what(const struct wait *w) {
  static const char *const what[] = {"",
                                     "MPI_Win_post",
                                     "MPI_Win_complete",
                                     "MPI_Win_fence",
                                     "MPI_Win_unlock",
                                     "",
                                     "a receive",
                                     "a send",
                                     "the other side of its request",
                                     "a receive or a send"};
  return w->kind == WAIT_COLLECTIVE ? w->part : what[w->kind];
}

int wait_needs_each(const struct wait *w) {
  return w->kind != WAIT_RECV && w->kind != WAIT_SEND && w->kind != WAIT_REQUEST &&
         w->kind != WAIT_EXCHANGE && !w->some;
}

int wait_needs_all(const struct wait *w) {
  return wait_needs_each(w) || json_array_size(w->missing) == 1 ||
         json_is_true(member_get(w->wait, "all"));
}

static struct wait wait_from(const struct rank *r, const json_t *record) {
  const json_t *wait = member_get(record, "wait");
  struct wait w = {.rank = r,
                   .record = record,
                   .wait = wait,
                   .call = member_text_or(record, "call", "?"),
                   .args = member_text_or(record, "args", ""),
                   .window = member_text_or(wait, "window", ""),
                   .seconds = member_real(record, "seconds", 0),
                   .in_call = json_is_true(member_get(record, "in_call"))};
  if (!(w.seconds >= 0))
    w.seconds = 0;
  if (w.in_call)
    w.kind = kind_named(member_text_or(wait, "kind", ""));
  w.part = member_text_or(wait, "begun", w.call);
  return w;
}

/* The entry of a window in a rank's record; NULL if it has done nothing on it. */
static const json_t *window_of(const struct wait *w, const char *id) {
  json_t *window;
  size_t i;
  json_array_foreach(member_get(w->record, "windows"), i, window) {
    if (!strcmp(member_text_or(window, "window", ""), id))
      return window;
  }
  return NULL;
}

/* How often w's rank called something that names `peer`: "posts", "starts", ... */
static json_int_t calls_for(const struct wait *w, const char *id, int peer, const char *what) {
  json_t *entry;
  size_t i;
  json_array_foreach(member_get(window_of(w, id), "peers"), i, entry) {
    if (member_int(entry, "rank", -1) == peer)
      return member_number(entry, what, 0);
  }
  return 0;
}

static int has_rank(const json_t *ranks, int rank) {
  json_t *number;
  size_t i;
  json_array_foreach((json_t *)ranks, i, number) {
    if (json_integer_value(number) == rank)
      return 1;
  }
  return 0;
}

static const char *wait_text(const struct wait *w, const char *member) {
  return member_text_or(w->wait, member, "");
}

/* Whether the send of one and the receive of the other are of these two ranks, and not known to
 * differ in tag or communicator. */
static int match(const struct wait *w, const json_t *mine, const struct wait *p,
                 const json_t *other) {
  const char *a = member_text_or(mine, "key", ""), *b = member_text_or(other, "key", "");
  return json_is_true(member_get(mine, "send")) != json_is_true(member_get(other, "send")) &&
         member_int(mine, "rank", -1) == p->rank->rank &&
         member_int(other, "rank", -1) == w->rank->rank && (!*a || !*b || !strcmp(a, b));
}

int wait_may_meet(const struct wait *w, const struct wait *p) {
  json_t *mine, *other;
  size_t i, k;
  json_array_foreach(member_get(w->wait, "messages"), i, mine) {
    json_array_foreach(member_get(p->wait, "messages"), k, other) {
      if (match(w, mine, p, other))
        return 1;
    }
  }
  return 0;
}

int wait_has_unmet(const struct wait *w, const struct wait *p) {
  json_t *mine, *other;
  size_t i, k;
  json_array_foreach(member_get(w->wait, "messages"), i, mine) {
    int met = member_int(mine, "rank", -1) != p->rank->rank;
    json_array_foreach(member_get(p->wait, "messages"), k, other) {
      met |= match(w, mine, p, other);
    }
    if (!met)
      return 1;
  }
  return 0;
}

static int has_name(const json_t *names, uint64_t name) {
  json_t *text;
  size_t i;
  json_array_foreach((json_t *)names, i, text) {
    if (!json_is_string(text) || strtoull(json_string_value(text), NULL, 16) == name)
      return 1;
  }
  return 0;
}

int wait_never_sent(const struct wait *w, const struct wait *p) {
  const json_t *sent = member_get(p->record, "sent");
  json_t *m;
  size_t i;
  json_array_foreach(member_get(w->wait, "messages"), i, m) {
    const char *key = member_text_or(m, "key", "");
    if (json_is_array(sent) && *key && !json_is_true(member_get(m, "send")) &&
        member_int(m, "rank", -1) == p->rank->rank &&
        !has_name(sent, name_of_sends(strtoull(key, NULL, 16), w->rank->rank)))
      return 1;
  }
  return 0;
}

/* MPI_Bcast_c is MPI_Bcast with other types of arguments. */
int wait_same_call(const struct wait *w, const struct wait *p) {
  const char *a = w->part, *b = p->part;
  size_t n = strlen(a), m = strlen(b);
  n -= n > 2 && !strcmp(a + n - 2, "_c") ? 2 : 0;
  m -= m > 2 && !strcmp(b + m - 2, "_c") ? 2 : 0;
  return n == m && !strncmp(a, b, n);
}

int wait_differs(const struct wait *w, const struct wait *p) {
  const json_t *mine = w->wait, *other = p->wait;
  const char *comm = member_text_or(mine, "comm", "");
  return w->kind == WAIT_COLLECTIVE && p->kind == WAIT_COLLECTIVE && *comm &&
         !strcmp(comm, member_text_or(other, "comm", "")) &&
         member_number(mine, "number", 0) == member_number(other, "number", 0) &&
         (!wait_same_call(w, p) ||
          member_int(mine, "root", -1) != member_int(other, "root", -1));
}

/* It has begun the collective call that w is in: as many on the communicator, or it has freed
 * that. */
static int has_entered(const struct wait *w, const struct wait *p) {
  const char *comm = wait_text(w, "comm");
  if (!*comm)
    return p->in_call && !strcmp(p->call, w->call);
  if (wait_differs(w, p))
    return 0;
  const json_t *calls = member_get(p->record, "collectives");
  if (!json_is_object(calls) || !member_get(calls, comm))
    return 1;
  return member_number(calls, comm, 0) >= member_number(w->wait, "number", 0);
}

/* Whether p has done what w waits for, by the counters of both. */
static int has_done(const struct wait *w, const struct wait *p) {
  int me = w->rank->rank, peer = p->rank->rank;
  switch (w->kind) {
  case WAIT_POST:
    return calls_for(p, w->window, me, "posts") >= calls_for(w, w->window, peer, "starts");
  case WAIT_COMPLETE:
    return calls_for(p, w->window, me, "completes") >= calls_for(w, w->window, peer, "posts");
  case WAIT_FENCE:
    return (p->kind == WAIT_FENCE && !strcmp(p->window, w->window)) ||
           member_number(window_of(p, w->window), "fences", 0) >
               member_number(window_of(w, w->window), "fences", 0);
  case WAIT_COLLECTIVE:
    return has_entered(w, p);
  default:
    return 0;
  }
}

int wait_has_started(const struct wait *w, const struct wait *p) {
  return calls_for(p, w->window, w->rank->rank, "starts") >=
         calls_for(w, w->window, p->rank->rank, "posts");
}

static const json_t *peers_of(const struct wait *w) {
  return member_get(w->wait, "peers");
}

static void add_rank(json_t *ranks, int rank) {
  size_t n = json_array_size(ranks);
  if (!n || json_integer_value(json_array_get(ranks, n - 1)) < rank) {
    json_array_append_new(ranks, json_integer(rank));
    return;
  }
  json_t *one = json_pack("[i]", rank);
  merge_ranks(ranks, one);
  json_decref(one);
}

static int wants_exclusive(const struct wait *w) {
  return json_is_true(member_get(w->wait, "exclusive"));
}

/* Whether a lock that was asked for may exclude the one that w waits for: one of them must be
 * exclusive. */
static int may_exclude(const struct wait *w, const json_t *window) {
  const char *access = member_text_or(window, "access", "");
  int mine = wants_exclusive(w);
  json_t *peer;
  size_t k;
  if (!strcmp(access, "lock_all"))
    return mine && !json_is_true(member_get(window, "nocheck"));
  json_array_foreach((json_t *)peers_of(w), k, peer) {
    int target = (int)json_integer_value(peer);
    if (!strcmp(access, "lock") && has_rank(member_get(window, "access_targets"), target) &&
        (mine || has_rank(member_get(window, "exclusive"), target)))
      return 1;
  }
  return 0;
}

/* Whether calls return only with the lock of the target: with some libraries, and where w waits
 * for it. Others let them return before, but never for the own window. */
static int locks_at_once(const struct wait *w, int target) {
  const struct library *l = library_named(member_text_or(w->rank->start, "mpi", ""));
  return (l && l->locks == LOCKS_AT_ONCE) ||
         (!strncmp(w->call, "MPI_Win_lock", 12) && target != w->rank->rank);
}

/* Whether p's lock was granted, and excludes the one that w waits for. */
static int excludes(const struct wait *w, const struct wait *p, const json_t *window) {
  const char *access = member_text_or(window, "access", "");
  int mine = wants_exclusive(w), all = !strcmp(access, "lock_all");
  json_t *peer;
  size_t k;
  if ((!all && strcmp(access, "lock")) || (all && json_is_true(member_get(window, "nocheck"))))
    return 0;
  json_array_foreach((json_t *)peers_of(w), k, peer) {
    int target = (int)json_integer_value(peer);
    int granted = has_rank(member_get(window, "granted"), target) ||
                  ((locks_at_once(w, target) || target == p->rank->rank) &&
                   (all || has_rank(member_get(window, "access_targets"), target)));
    if (granted && (mine || has_rank(member_get(window, "exclusive"), target)))
      return 1;
  }
  return 0;
}

/* Ranks that hold a lock on a target of w's lock: those of which that is certain, or else all
 * that may. */
static void add_holders(const struct waits *ws, struct wait *w) {
  for (int sure = 1; sure >= 0 && !json_array_size(w->missing); sure--)
    for (size_t i = w->rank->from; i < w->rank->to; i++) {
      const struct wait *p = ws->first[i] ? &ws->at[ws->first[i] - 1] : NULL;
      if (!p || p->rank == w->rank)
        continue;
      const json_t *window = window_of(p, w->window);
      if (sure ? excludes(w, p, window) : may_exclude(w, window)) {
        w->sure = sure;
        add_rank(w->missing, p->rank->rank);
      }
    }
}

/* Those of the peers that have not done their part. All are added to `all`. */
static void add_missing(const struct waits *ws, struct wait *w, const json_t *peers,
                        json_t *all) {
  json_t *peer;
  size_t i;
  json_array_foreach((json_t *)peers, i, peer) {
    json_int_t number = json_is_integer(peer) ? json_integer_value(peer) : -1;
    if (number < 0 || number > INT_MAX)
      continue;
    const struct wait *p = waits_peer(ws, w->rank, (int)number);
    add_rank(all, (int)number);
    if (w->kind != WAIT_LOCK && (!p || !has_done(w, p)))
      add_rank(w->missing, (int)number);
  }
}

static void find_missing(const struct waits *ws, struct wait *w) {
  json_t *peer, *all = json_array();
  size_t i;
  w->missing = json_array();
  if (!w->in_call)
    return json_decref(all);
  if (w->kind == WAIT_LOCK)
    add_holders(ws, w);
  add_missing(ws, w, peers_of(w), all);
  const json_t *others = member_get(w->wait, "others");
  if (!json_array_size(w->missing) && json_is_array(others)) {
    json_array_clear(all); /* they are all */
    add_missing(ws, w, others, all);
    w->some = json_array_size(w->missing) > 0 && w->kind == WAIT_COLLECTIVE;
  }
  int nobody = w->kind == WAIT_LOCK && !wants_exclusive(w); /* that is known to keep it out */
  if (!json_array_size(w->missing) && !nobody) {
    w->done = w->kind != WAIT_LOCK && json_array_size(all) > 0;
    json_array_foreach(all, i, peer) {
      add_rank(w->missing, (int)json_integer_value(peer));
    }
  }
  json_decref(all);
}

/* Of several that must all be there it waits for the first that is not. */
static void find_one(const struct waits *ws, struct wait *w) {
  const json_t *each = member_get(w->wait, "each");
  json_t *one;
  size_t i;
  find_missing(ws, w);
  json_array_foreach((json_t *)each, i, one) {
    json_decref(w->missing);
    w->wait = one;
    w->part = member_text_or(one, "begun", w->call);
    w->done = w->some = 0;
    find_missing(ws, w);
    if (!w->done && json_array_size(w->missing))
      return;
  }
}

static int by_thread(const void *a, const void *b) {
  const struct wait *x = a, *y = b;
  int s = member_int(x->record, "thread", 0), t = member_int(y->record, "thread", 0);
  return (s > t) - (s < t);
}

static int add_waits(struct waits *ws, const struct rank *r, size_t *first) {
  json_t *record;
  const char *thread;
  size_t from = ws->n;
  json_object_foreach(r->hangs, thread, record) {
    struct wait *more = realloc(ws->at, (ws->n + 1) * sizeof *more);
    if (!more)
      return -1;
    ws->at = more;
    more[ws->n++] = wait_from(r, record);
  }
  if (ws->n > from)
    qsort(ws->at + from, ws->n - from, sizeof *ws->at, by_thread);
  for (size_t i = from; i < ws->n; i++)
    if (!*first || (ws->at[i].in_call && !ws->at[*first - 1].in_call))
      *first = i + 1;
  return 0;
}

int waits_read(struct waits *ws, const struct journals *js) {
  *ws = (struct waits){.js = js,
                       .first = calloc(js->ranks + 1, sizeof *ws->first),
                       .from = calloc(js->ranks + 1, sizeof *ws->from)};
  int bad = !ws->first || !ws->from;
  for (size_t i = 0; !bad && i < js->ranks; i++) {
    if (!js->rank[i].end)
      bad = add_waits(ws, &js->rank[i], &ws->first[i]);
    ws->from[i + 1] = ws->n;
  }
  if (bad) {
    waits_free(ws);
    return -1;
  }
  for (size_t i = 0; i < ws->n; i++)
    find_one(ws, &ws->at[i]);
  return 0;
}

void waits_free(struct waits *ws) {
  for (size_t i = 0; i < ws->n; i++)
    json_decref(ws->at[i].missing);
  free(ws->at);
  free(ws->first);
  free(ws->from);
  *ws = (struct waits){0};
}

void waits_of(const struct waits *ws, const struct rank *r, int number, size_t *from,
              size_t *to) {
  const struct rank *p = journals_peer(ws->js, r, number);
  *from = p ? ws->from[p - ws->js->rank] : 0;
  *to = p ? ws->from[p - ws->js->rank + 1] : 0;
}

const struct wait *waits_peer(const struct waits *ws, const struct rank *r, int number) {
  const struct rank *p = journals_peer(ws->js, r, number);
  size_t first = p ? ws->first[p - ws->js->rank] : 0;
  return first ? &ws->at[first - 1] : NULL;
}
