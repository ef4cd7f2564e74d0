#include <stdlib.h>
#include "checker/tell/sentence.h"
#include "include/call.h"
#include "rendezvous.h"

/* A start waits for its post as a send does for its receive, and MPI_Win_wait waits for
 * MPI_Win_complete as a receive does for its send. */
enum meeting { MESSAGE, POST, COMPLETE, COLLECTIVE };

static enum meeting meeting_of(const struct rendezvous *at, const struct event_step *s) {
  if (at->name.side == EVERYONE)
    return COLLECTIVE;
  return s->call == CALL_Win_start ? POST : s->call == CALL_Win_wait ? COMPLETE : MESSAGE;
}

static enum location_role role_of(const struct rendezvous *at, enum meeting m) {
  static const enum location_role roles[] = {
      [POST] = ROLE_START, [COMPLETE] = ROLE_STEP_WAIT, [COLLECTIVE] = ROLE_STEP_COLLECTIVE};
  return m != MESSAGE ? roles[m] : at->name.side == SENDER ? ROLE_STEP_SEND : ROLE_STEP_RECEIVE;
}

static enum location_role role_of_other(const struct rendezvous *at, enum meeting m) {
  static const enum location_role roles[] = {[POST] = ROLE_AWAITED_POST,
                                             [COMPLETE] = ROLE_AWAITED_COMPLETE,
                                             [COLLECTIVE] = ROLE_AWAITED_COLLECTIVE};
  return m != MESSAGE              ? roles[m]
         : at->name.side == SENDER ? ROLE_AWAITED_RECEIVE
                                   : ROLE_AWAITED_SEND;
}

/* The steps of a circle, in its order. */
struct ring {
  struct link *link;
  size_t n;
};

/* Whether the process of `l` makes the collective call where it waits only after that of
 * `next`, where it waits itself, too. */
static int is_later(const struct link *l, const struct link *next) {
  return l->at->name.side == EVERYONE && l->arrival->rank == next->arrival->rank;
}

/* Of collective calls that one process makes one after another only the first one is told,
 * where it waits, and the last one, which others wait for. Returns 0 if memory runs out. */
static int ring_make(struct ring *r, const struct unbuffered *u, struct rendezvous *const *at,
                     size_t n) {
  struct link *all = calloc(2 * n, sizeof *all); /* twice, so that it can begin anywhere */
  size_t begin = 0;
  *r = (struct ring){all, 0};
  if (!all)
    return 0;
  for (size_t i = 0; i < n; i++)
    all[i] = all[i + n] = rendezvous_link(u, at[(i + n - 1) % n], at[i]);
  while (begin < n && is_later(&all[begin + n - 1], &all[begin]))
    begin++;
  if (begin == n) { /* all are of one process, which says that it comes after itself */
    r->n = n;
    return 1;
  }
  for (size_t i = begin; i < begin + n; i++) {
    struct link l = all[i];
    if (r->n && is_later(&all[r->n - 1], &l))
      all[r->n - 1] = (struct link){l.at, all[r->n - 1].arrival, l.step};
    else
      all[r->n++] = l;
  }
  return 1;
}

/* What may return although the standard lets it wait: by what the ring is unsafe. */
enum unsafe { UNSAFE_SEND, UNSAFE_START, UNSAFE_COLLECTIVE, SAFE };

static enum unsafe unsafe_of(const struct ring *r, size_t i) {
  const struct link *l = &r->link[i];
  enum meeting m = meeting_of(l->at, l->step);
  return m == COLLECTIVE                              ? UNSAFE_COLLECTIVE
         : m == POST                                  ? UNSAFE_START
         : m == MESSAGE && l->at->name.side == SENDER ? UNSAFE_SEND
                                                      : SAFE;
}

static size_t count_of(const struct ring *r, enum unsafe unsafe) {
  size_t count = 0;
  for (size_t i = 0; i < r->n; i++)
    count += unsafe_of(r, i) == unsafe;
  return count;
}

/* Returns where the telling of the ring begins: the step of that kind of the lowest rank. */
static size_t first_of(const struct ring *r, enum unsafe unsafe) {
  size_t first = r->n;
  int32_t lowest = 0;
  for (size_t i = 0; i < r->n; i++) {
    int32_t rank = r->link[i].arrival->rank;
    if (unsafe_of(r, i) == unsafe && (first == r->n || rank < lowest)) {
      first = i;
      lowest = rank;
    }
  }
  return first;
}

static void add_place(struct progress_finding *f, int32_t rank, const struct event_step *s,
                      enum location_role role) {
  if (f->places < PROGRESS_PLACES)
    f->place[f->places++] =
        (struct progress_place){rank, s->thread, s->stack, s->call, role_text(role), ""};
}

static void tell_step(struct sentence *out, struct progress_finding *f, const struct link *l,
                      const struct arrival *then) {
  sentence_add(out, SEND_WAITS, call_name(l->step->call), l->arrival->rank, then->rank,
               call_name(then->step.call));
  enum meeting m = meeting_of(l->at, l->step);
  add_place(f, l->arrival->rank, l->step, role_of(l->at, m));
  add_place(f, then->rank, &then->step, role_of_other(l->at, m));
}

static void tell_why(struct sentence *out, const struct ring *r) {
  size_t sends = count_of(r, UNSAFE_SEND), collectives = count_of(r, UNSAFE_COLLECTIVE);
  int starts = count_of(r, UNSAFE_START) > 0;
  if (starts && sends)
    sentence_add(out, ONLY_START_OR_BUFFERS);
  else if (starts && collectives)
    sentence_add(out, ONLY_START_OR_COLLECTIVE);
  else if (starts)
    sentence_add(out, ONLY_START);
  else if (sends == r->n && sends == 1)
    sentence_add(out, OWN_SEND_FIRST);
  else if (sends == r->n)
    sentence_add(out, OWN_SENDS_FIRST);
  else if (!collectives)
    sentence_add(out, ONLY_BUFFERS);
  else if (sends)
    sentence_add(out, ONLY_BUFFERS_OR_COLLECTIVE);
  else
    sentence_add(out, ONLY_COLLECTIVE);
}

static void tell_ring(struct progress *p, const struct ring *r) {
  static const enum slug slugs[] = {[UNSAFE_SEND] = SLUG_UNSAFE_SEND,
                                    [UNSAFE_START] = SLUG_UNSAFE_START,
                                    [UNSAFE_COLLECTIVE] = SLUG_UNSAFE_COLLECTIVE};
  enum unsafe by = count_of(r, UNSAFE_START)  ? UNSAFE_START
                   : count_of(r, UNSAFE_SEND) ? UNSAFE_SEND
                                              : UNSAFE_COLLECTIVE;
  size_t first = first_of(r, by);
  if (first == r->n)
    return;
  struct progress_finding f = {.slug = slugs[by], .rank = r->link[first].arrival->rank};
  struct sentence out = {0};
  for (size_t k = first; k < first + r->n; k++) {
    if (k > first)
      sentence_add(&out, AND_THEN);
    tell_step(&out, &f, &r->link[k % r->n], r->link[(k + 1) % r->n].arrival);
  }
  tell_why(&out, r);
  f.message = out.text;
  if (!out.failed)
    p->finding(p->context, &f);
  free(out.text);
}

void rendezvous_tell(struct progress *p, struct rendezvous *const *circle, size_t n) {
  struct ring r;
  if (ring_make(&r, p->unbuffered, circle, n))
    tell_ring(p, &r);
  free(r.link);
}
