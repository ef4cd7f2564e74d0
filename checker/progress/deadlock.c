/* deadlock.c: the finding `deadlock`. It is made of one rank of each circle of ranks that wait
 * for each other, and of ranks that wait for one that cannot do anything any more. A wait that
 * any of several ranks could end lasts because of all of them, so what they wait for is told
 * with it. If all of them are in collective calls that do not agree, the finding about those
 * says so instead. */
#include <stdlib.h>

#include "checker/tell/sentence.h"
#include "disagreement.h"
#include "include/call.h"
#include "mismatch.h"
#include "missing.h"
#include "rank_list.h"
#include "scene.h"
#include "stuck.h"

enum told { NOT_TOLD, ON_THE_WAY, GATHERED, TOLD };

/* Waits of which none can end before another one does. */
struct waits {
  const struct pending **at; /* room for all */
  size_t n;
  int any;               /* some are for any of several ranks */
  struct rank_list gone; /* ranks that are waited for and do nothing any more */
};

static int is_for_any(const struct pending *w) {
  return !missing_needs_all(w) && w->told.kind != AWAIT_COLLECTIVE;
}

/* Returns a wait of the peer, by another thread than w if there is one. */
static const struct pending *next_thread(const struct knot *k, const struct pending *w,
                                         int32_t peer) {
  const struct party *r = scene_party(k->scene, peer);
  const struct pending *found = NULL;
  for (size_t i = r ? r->from : 0; r && i < r->to && (!found || found == w); i++)
    if (k->stuck[i])
      found = &k->scene->pending[i];
  return found;
}

/* Returns the next wait in the circle. NULL: it waits for *peer, a rank that is gone. */
static const struct pending *next_of(const struct knot *k, const struct pending *w,
                                     int32_t *peer) {
  const struct pending *next = NULL;
  for (size_t i = w->unsent == NULL; i <= w->missing.n; i++) {
    *peer = i ? w->missing.at[i - 1] : w->unsent->rank;
    if (stuck_is_gone(k, *peer))
      return NULL;
    if (!next && stuck_blocks(k, w, *peer))
      next = next_thread(k, w, *peer);
  }
  return next;
}

static void gather_one(struct waits *waits, unsigned char *told, const struct pending *w) {
  if (!w || told[w->told.index] == GATHERED)
    return;
  told[w->told.index] = GATHERED;
  waits->at[waits->n++] = w;
}

/* Gathers `first`, the waits because of which it lasts, those because of which these last, and
 * so on. 0: no memory. */
static int gather(const struct knot *k, unsigned char *told, const struct pending *first,
                  struct waits *waits) {
  int32_t peer = -1;
  int done = 1;
  gather_one(waits, told, first);
  for (size_t i = 0; i < waits->n; i++) {
    const struct pending *w = waits->at[i], *next = NULL;
    if (!is_for_any(w)) {
      gather_one(waits, told, next = next_of(k, w, &peer));
      done &= next || rank_list_add(&waits->gone, peer);
      continue;
    }
    waits->any = 1;
    for (size_t m = 0; m < w->missing.n; m++)
      if (stuck_is_gone(k, w->missing.at[m]))
        done &= rank_list_add(&waits->gone, w->missing.at[m]);
      else
        gather_one(waits, told, next_thread(k, w, w->missing.at[m]));
  }
  rank_list_sort(&waits->gone);
  return done;
}

static void add_place(struct progress_finding *f, const struct pending *w,
                      enum location_role role) {
  const struct event *e = &w->notes->event;
  if (f->places < PROGRESS_PLACES)
    f->place[f->places++] = (struct progress_place){.rank = w->told.rank,
                                                    .thread = w->told.thread,
                                                    .stack = e->stack,
                                                    .call = e->call,
                                                    .role = role_text(role),
                                                    .args = w->args ? w->args : ""};
}

static int has_place(const struct progress_finding *f, const struct pending *w) {
  for (int i = 0; i < f->places; i++)
    if (f->place[i].rank == w->told.rank && f->place[i].thread == w->told.thread)
      return 1;
  return 0;
}

/* Tells what the other threads of the rank wait for at the same time. */
static void add_threads(const struct knot *k, const struct pending *w,
                        struct progress_finding *f) {
  for (size_t i = w->party->from; i < w->party->to; i++)
    if (k->stuck[i] && !has_place(f, &k->scene->pending[i]))
      add_place(f, &k->scene->pending[i], ROLE_THREAD_WAITS);
}

/* Tells of two ranks that wait for each other because they are in different collective
 * calls. */
static void tell_difference(const struct pending *w, const struct pending *p,
                            struct sentence *text) {
  sentence_add(text, COLLECTIVES_DIFFER, w->told.rank, p->told.rank,
               w->await->number > INT64_MIN ? (long long)w->await->number - 1 : 0);
  if (!missing_same_call(w, p))
    sentence_add(text, CALLS_DIFFER, call_name(w->told.part), call_name(p->told.part));
  else
    sentence_add(text, ROOTS_DIFFER, w->await->root, p->await->root);
}

static void tell_awaited(const struct pending *w, int32_t peer, struct sentence *text) {
  const char *what = progress_awaited(&w->told);
  if (progress_awaits_start(&w->told))
    sentence_add(text, WAITS_FOR_START, what, peer);
  else if (*what)
    sentence_add(text, WAITS_FOR_CALL, what, peer);
  else
    sentence_add(text, WAITS_FOR_RANK, peer);
}

static void tell_cause(const struct pending *w, int32_t peer, struct sentence *text) {
  if (is_for_any(w)) {
    sentence_add(text, WAITS_FOR_ANY, progress_awaited(&w->told));
    rank_list_tell(w->missing.at, w->missing.n, text);
  } else if (w->told.kind == AWAIT_REQUEST && peer == w->told.rank)
    sentence_add(text, WAITS_FOR_ITSELF);
  else
    tell_awaited(w, peer, text);
}

/* Returns the message of which nobody has sent what w waits to receive; NULL: that is not
 * known. */
static const struct event_message *unsent(const struct progress *p, const struct pending *w) {
  int kind = w->told.kind;
  if ((kind != AWAIT_SEND && kind != AWAIT_REQUEST && kind != AWAIT_EXCHANGE) ||
      w->facts->matched || !w->await || !w->await->messages)
    return NULL;
  return w->await->messages == 1 || missing_is_for_all(w)
             ? mismatch_unsent(p, w->told.rank, w->await)
             : NULL;
}

/* Tells why no message matches the receive that w waits for: another one is there. */
static int tell_stray(const struct progress *p, const struct pending *w,
                      struct progress_finding *f, struct sentence *text) {
  struct progress_place sent;
  int32_t target = -1;
  const struct event_message *m = w->unsent;
  if (!m || f->places == PROGRESS_PLACES)
    return 0;
  if (mismatch_other_key(p, w->told.rank, w->await, m, &sent))
    sentence_add(text, STRAY_KEY, sent.rank, w->told.rank, f->places, w->told.rank);
  else if (mismatch_other_source(p, w->told.rank, w->await, m, &sent))
    sentence_add(text, STRAY_SOURCE, sent.rank, w->told.rank, f->places);
  else if (mismatch_other_target(p, w->told.rank, m, &target, &sent))
    sentence_add(text, STRAY_TARGET, sent.rank, target, f->places);
  else
    return 0;
  f->place[f->places++] = sent;
  return 1;
}

/* Tells where the operation was begun that w waits for, if it waits for a request. */
static void tell_begun(const struct pending *w, struct progress_finding *f,
                       struct sentence *text) {
  const struct event_message *m = w->unsent;
  if (!m && w->await && w->await->messages == 1)
    m = &w->await->message[0];
  if (!m || !m->stack || f->places == PROGRESS_PLACES)
    return;
  sentence_add(text, WAITS_FOR_BEGUN, w->told.rank, call_name(m->call), f->places, m->rank);
  f->place[f->places++] = (struct progress_place){.rank = w->told.rank,
                                                  .thread = m->thread,
                                                  .stack = m->stack,
                                                  .call = m->call,
                                                  .role = role_text(ROLE_BEGUN_OPERATION),
                                                  .args = ""};
}

static struct stuck_call stuck_call(const struct pending *w) {
  return (struct stuck_call){w->told.rank, w->notes->event.stack, w->told.call};
}

/* Collective calls that do not agree are one finding, not two. `odd`, `even`: the two calls. */
static int is_explained(struct progress *p, const struct waits *waits,
                        const struct pending *odd, const struct pending *even) {
  if (!odd)
    return 0;
  for (size_t i = 0; i < waits->n; i++) {
    const struct pending *w = waits->at[i];
    if (w->told.kind != AWAIT_COLLECTIVE || w->told.call != w->told.part ||
        w->await->comm != odd->await->comm)
      return 0;
  }
  struct stuck_call one = stuck_call(odd), other = stuck_call(even);
  return agreement_explains(p, odd->await->comm, &one, &other);
}

static void give(struct progress *p, struct progress_finding *f, struct sentence *text) {
  f->message = text->text;
  if (!text->failed)
    p->finding(p->context, f);
  free(text->text);
}

/* Another finding already says that its request never ends. */
static int is_told(const struct knot *k, const struct pending *w) {
  int32_t peer = -1;
  const struct pending *next = w->told.kind == AWAIT_REQUEST ? next_of(k, w, &peer) : NULL;
  return next && next->party == w->party && w->party->facts.told_request;
}

/* Processes that name other groups wait for each other: the finding about the groups says why.
 */
static int is_about_groups(struct progress *p, const struct waits *waits) {
  for (size_t i = 0; i < waits->n; i++) {
    const struct pending *w = waits->at[i];
    if ((w->told.call == CALL_Comm_create || w->told.call == CALL_Comm_create_group) &&
        groups_explain(p, w->told.rank, w->notes->event.stack))
      return 1;
  }
  return 0;
}

/* Two persistent operations may be on one communicator: each counts its own starts. */
static int is_persistent(const struct pending *w) {
  return call_is_init(w->told.part);
}

static int on_other_comms(const struct pending *w, const struct pending *p) {
  return !is_persistent(w) && !is_persistent(p) && w->told.kind == AWAIT_COLLECTIVE &&
         p->told.kind == AWAIT_COLLECTIVE && w->await->counted && p->await->counted &&
         w->await->comm != p->await->comm;
}

static void tell_wait(const struct pending *w, size_t index, int32_t peer,
                      struct sentence *text) {
  if (index)
    sentence_add(text, NEXT_WAITS, w->told.rank, call_name(w->told.call));
  else
    sentence_add(text, FIRST_WAITS, w->told.rank, call_name(w->told.call));
  if (index < PROGRESS_PLACES)
    sentence_add(text, WAITS_AT, index);
  tell_cause(w, peer, text);
}

/* Adds what there is to say once the waits were told. */
static void tell_more(const struct progress *p, const struct waits *waits,
                      struct progress_finding *f, struct sentence *text) {
  if (waits->gone.n) {
    sentence_add(text, NOTHING_COMES);
    rank_list_tell(waits->gone.at, waits->gone.n, text);
    sentence_add(text, BECAUSE_GONE);
  }
  for (size_t i = 0; i < waits->n; i++)
    tell_begun(waits->at[i], f, text);
  for (size_t i = 0; i < waits->n && !tell_stray(p, waits->at[i], f, text); i++)
    ;
}

static void tell_waits(struct progress *p, const struct knot *k, const struct waits *waits) {
  struct progress_finding f = {.slug = SLUG_DEADLOCK, .rank = waits->at[0]->told.rank};
  struct sentence text = {0};
  const struct pending *odd = NULL, *even = NULL, *apart = NULL, *other = NULL;
  size_t shown = waits->any && waits->n > PROGRESS_PLACES ? PROGRESS_PLACES : waits->n;
  for (size_t i = 0; i < waits->n; i++) {
    int32_t peer = -1;
    const struct pending *w = waits->at[i];
    const struct pending *next = is_for_any(w) ? NULL : next_of(k, w, &peer);
    if (i < shown)
      tell_wait(w, i, next ? next->told.rank : peer, &text);
    add_place(&f, w, ROLE_WAITS);
    if (next && !odd && missing_differs(w, next)) {
      odd = w;
      even = next;
    }
    if (next && !apart && on_other_comms(w, next)) {
      apart = w;
      other = next;
    }
  }
  for (size_t i = 0; i < waits->n; i++)
    add_threads(k, waits->at[i], &f);
  if (shown < waits->n)
    sentence_add(&text, MORE_WAIT, waits->n - shown);
  sentence_add(&text, WAITS_IN_CIRCLE);
  if (odd)
    tell_difference(odd, even, &text);
  else if (apart)
    sentence_add(&text, COMMS_DIFFER, apart->told.rank, other->told.rank);
  tell_more(p, waits, &f, &text);
  if (!is_explained(p, waits, odd, even))
    give(p, &f, &text);
  else
    free(text.text);
}

/* Tells of the waits that `first` is one of. */
static void tell_circle(struct progress *p, const struct knot *k, unsigned char *told,
                        const struct pending *first) {
  struct waits waits = {.at = calloc(k->scene->count + 1, sizeof(struct pending *))};
  if (waits.at && gather(k, told, first, &waits) && !is_told(k, first) &&
      !is_about_groups(p, &waits))
    tell_waits(p, k, &waits);
  free(waits.at);
  free(waits.gone.at);
}

static void tell_gone(struct progress *p, const struct pending *w, int32_t peer) {
  struct progress_finding f = {.slug = SLUG_DEADLOCK, .rank = w->told.rank};
  struct sentence text = {0};
  sentence_add(&text, FIRST_WAITS, w->told.rank, call_name(w->told.call));
  sentence_add(&text, WAITS_AT, (size_t)0);
  tell_awaited(w, peer, &text);
  sentence_add(&text, WAITS_FOR_GONE);
  add_place(&f, w, ROLE_WAITS);
  tell_begun(w, &f, &text);
  tell_stray(p, w, &f, &text);
  give(p, &f, &text);
}

/* Follows the waits from here to the circle that they lead into. */
static void follow(struct progress *p, const struct knot *k, unsigned char *told,
                   const struct pending *w) {
  int32_t peer = -1;
  while (w && !told[w->told.index]) {
    told[w->told.index] = ON_THE_WAY;
    const struct pending *next = next_of(k, w, &peer);
    if (!next && !is_for_any(w))
      tell_gone(p, w, peer);
    else if (!next)
      tell_circle(p, k, told, w);
    else if (told[next->told.index] == ON_THE_WAY)
      tell_circle(p, k, told, next);
    w = next;
  }
}

void deadlock_judge(struct progress *p) {
  const struct scene *s = scene_settle(p);
  if (!s)
    return;
  struct knot k = {.scene = s, .stuck = calloc(s->count + 1, 1)};
  unsigned char *told = calloc(s->count + 1, 1);
  if (k.stuck && told) {
    stuck_find(&k);
    for (size_t i = 0; i < s->count; i++)
      s->pending[i].unsent = unsent(p, &s->pending[i]);
    for (size_t i = 0; i < s->count; i++)
      if (k.stuck[i] && !told[i]) {
        follow(p, &k, told, &s->pending[i]);
        /* A wait that leads here later has been told as well. */
        for (size_t j = 0; j < s->count; j++)
          told[j] = told[j] ? TOLD : NOT_TOLD;
      }
  }
  free(k.stuck);
  free(told);
}
