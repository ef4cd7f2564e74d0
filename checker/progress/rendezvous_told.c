#include <stdlib.h>
#include "checker/tell/sentence.h"
#include "include/call.h"
#include "rendezvous.h"

/* by enum side */
static const enum location_role steps[] = {ROLE_STEP_SEND, ROLE_STEP_RECEIVE,
                                           ROLE_STEP_COLLECTIVE};
static const enum location_role awaited[] = {ROLE_AWAITED_RECEIVE, ROLE_AWAITED_SEND,
                                             ROLE_AWAITED_COLLECTIVE};

struct ring {
  const struct unbuffered *u;
  struct rendezvous *const *at;
  size_t n;
};

/* Returns the step that is rendezvous i of the ring. */
static struct link link_of(const struct ring *r, size_t i) {
  return rendezvous_link(r->u, r->at[(i + r->n - 1) % r->n], r->at[i % r->n]);
}

static size_t count_of(const struct ring *r, enum side side) {
  size_t count = 0;
  for (size_t i = 0; i < r->n; i++)
    count += r->at[i]->name.side == (int64_t)side;
  return count;
}

/* Returns where the telling of the ring begins: the step of that kind of the lowest rank. */
static size_t first_of(const struct ring *r, enum side side) {
  size_t first = r->n;
  int32_t lowest = 0;
  for (size_t i = 0; i < r->n; i++) {
    int32_t rank = link_of(r, i).arrival->rank;
    if (r->at[i]->name.side == (int64_t)side && (first == r->n || rank < lowest)) {
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
  add_place(f, l->arrival->rank, l->step, steps[l->at->name.side]);
  add_place(f, then->rank, &then->step, awaited[l->at->name.side]);
}

static void tell_why(struct sentence *out, const struct ring *r) {
  size_t sends = count_of(r, SENDER), collectives = count_of(r, EVERYONE);
  if (sends == r->n && sends == 1)
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

void rendezvous_tell(struct progress *p, struct rendezvous *const *circle, size_t n) {
  const struct ring r = {p->unbuffered, circle, n};
  int safe = !count_of(&r, SENDER);
  size_t first = first_of(&r, safe ? EVERYONE : SENDER);
  if (first == n)
    return;
  struct link l = link_of(&r, first), then;
  struct progress_finding f = {.slug = safe ? SLUG_UNSAFE_COLLECTIVE : SLUG_UNSAFE_SEND,
                               .rank = l.arrival->rank};
  struct sentence out = {0};
  for (size_t k = 0; k < n; k++, l = then) {
    then = link_of(&r, first + k + 1);
    if (k)
      sentence_add(&out, AND_THEN);
    tell_step(&out, &f, &l, then.arrival);
  }
  tell_why(&out, &r);
  f.message = out.text;
  if (!out.failed)
    p->finding(p->context, &f);
  free(out.text);
}
