#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "state.h"
#include "threads.h"

#define REMEMBERED 256 /* events of a thread that are remembered */

struct past {
  uint64_t seq, time;
  struct clock *clock;
};

/* One thread. Of the current one, `clock` and `noted` are in struct check. */
struct known_thread {
  int32_t thread; /* its number */
  int ended, openmp;
  uint64_t last_end; /* number of the event by which the last thread of the slot ended */
  struct moment begun;
  struct clock *clock;
  uint64_t noted;
  /* Its event number n, counted since the slot is used, is at n modulo REMEMBERED. */
  struct past past[REMEMBERED];
  uint64_t events;
  uint64_t since; /* number of the event by which it began */
  /* Its last event of which others may have told this process, and what it knew then. */
  uint64_t said;
  struct clock *said_clock;
};

/* What the thread knew that entered that call in which all ranks meet, with what other threads
 * had told other processes. */
struct shown {
  uint64_t generation;
  uint64_t time;
  struct clock *clock;
};
#define SHOWN_KEPT 64

struct threads {
  struct shown shown[SHOWN_KEPT]; /* each where its number says */
  unsigned current, top;          /* top: no slot from here on was ever used */
  uint64_t since, changed; /* first event; the last one by which a thread began or ended */
  int32_t highest;         /* number of a thread that was heard of */
  struct known_thread *slot[THREAD_SLOTS];
};

int32_t threads_own(const struct check *c) {
  return c->threads ? c->rank : -1;
}

static struct known_thread *slot_make(struct check *c, unsigned slot, int32_t thread) {
  struct threads *all = c->threads;
  if (!all->slot[slot] && !(all->slot[slot] = calloc(1, sizeof *all->slot[slot]))) {
    c->failed = 1;
    return NULL;
  }
  struct known_thread *t = all->slot[slot];
  t->openmp = 0;
  all->top = slot >= all->top ? slot + 1 : all->top;
  t->thread = thread;
  t->ended = 0;
  t->noted = (t->noted & ~(EVENT_STEP - 1)) | slot;
  return t;
}

/* Numbers of threads are never used again. */
static unsigned slot_of(const struct check *c, int32_t thread) {
  for (unsigned i = 1; i < c->threads->top; i++)
    if (c->threads->slot[i]->thread == thread)
      return i;
  return 0;
}

static uint64_t last_event(const struct known_thread *t) {
  return t->events ? t->past[(t->events - 1) % REMEMBERED].time : 0;
}

static void become(struct check *c, unsigned slot) {
  struct threads *all = c->threads;
  if (slot == all->current)
    return;
  struct known_thread *before = all->slot[all->current], *now = all->slot[slot];
  before->clock = c->clock;
  before->noted = c->time.noted;
  c->clock = now->clock;
  c->time.noted = now->noted;
  c->time.segment = 0;
  now->clock = NULL;
  all->current = slot;
}

unsigned threads_enter(struct check *c, const struct event *e) {
  if (!c->threads)
    return 0;
  struct threads *all = c->threads;
  if (all->slot[all->current]->thread != e->thread)
    become(c, slot_of(c, e->thread));
  return all->current;
}

static void remember(struct check *c, uint64_t seq) {
  unsigned slot = c->threads->current;
  struct known_thread *t = c->threads->slot[slot];
  struct past *p = &t->past[t->events++ % REMEMBERED];
  clock_drop(p->clock);
  *p = (struct past){seq, (c->time.now & ~(EVENT_STEP - 1)) | slot, clock_hold(c->clock)};
}

static int says(const struct event *e) {
  return e->phase == EVENT_ENTER &&
         (event_traits(e->kind) & EVENT_MEETS || e->kind == EVENT_RELEASE ||
          e->kind == EVENT_POST || e->kind == EVENT_COMPLETE);
}

void threads_leave(struct check *c, const struct event *e) {
  if (!c->threads)
    return;
  remember(c, e->seq);
  if (!says(e))
    return;
  struct known_thread *t = c->threads->slot[c->threads->current];
  clock_drop(t->said_clock);
  t->said_clock = clock_hold(c->clock);
  t->said = c->time.now;
}

void threads_heard(struct check *c, uint64_t floor) {
  for (unsigned i = 0; floor && c->threads && i < c->threads->top; i++)
    if (i != c->threads->current)
      c->clock =
          clock_add(c->clock, c->rank, c->rank, (floor & ~(EVENT_STEP - 1)) | i, &c->failed);
}

static struct clock *add_said(struct check *c, struct clock *clock) {
  for (unsigned i = 0; i < c->threads->top; i++)
    if (i != c->threads->current && c->threads->slot[i]->said) {
      clock = clock_merge(clock, c->rank, c->threads->slot[i]->said_clock, &c->failed);
      clock = clock_add(clock, c->rank, c->rank, c->threads->slot[i]->said, &c->failed);
    }
  return clock;
}

/* Others may have heard of it and told the current thread by meeting it. */
void threads_met(struct check *c, uint64_t before) {
  if (!c->threads || c->size == 1)
    return;
  threads_heard(c, before);
  c->clock = add_said(c, c->clock);
}

void threads_meet(struct check *c, uint64_t generation, uint64_t before) {
  if (!c->threads)
    return;
  struct clock *clock = add_said(c, clock_hold(c->clock));
  for (unsigned i = 0; before && i < c->threads->top; i++)
    clock = clock_add(clock, c->rank, c->rank, (before & ~(EVENT_STEP - 1)) | i, &c->failed);
  struct shown *m = &c->threads->shown[generation % SHOWN_KEPT];
  clock_drop(m->clock);
  *m = (struct shown){generation, c->time.now, clock};
}

int threads_shown(const struct check *c, uint64_t generation, uint64_t time) {
  const struct shown *m = &c->threads->shown[generation % SHOWN_KEPT];
  return m->generation != generation || clock_knew(m->clock, c->rank, m->time, c->rank, time);
}

/* From now on threads are told apart. What was done so far was done by one. */
static void threads_begin(struct check *c, const struct event *e) {
  c->threads = calloc(1, sizeof *c->threads);
  if (!c->threads || !slot_make(c, 0, 0)) {
    c->failed = 1;
    return;
  }
  c->threads->since = c->threads->changed = c->time.now;
  remember(c, e->seq);
}

/* Returns what the thread was at its event with this number or, if that is forgotten or was
 * never fed, at the next one after it. */
static const struct past *past_find(const struct known_thread *t, uint64_t seq) {
  const struct past *found = NULL;
  for (uint64_t i = t->events; i && t->events - i < REMEMBERED; i--) {
    const struct past *p = &t->past[(i - 1) % REMEMBERED];
    if (p->seq < seq)
      return found ? found : p;
    found = p;
  }
  return found;
}

static void learn_from(struct check *c, int32_t thread, uint64_t seq) {
  unsigned slot = slot_of(c, thread);
  const struct known_thread *t = c->threads->slot[slot];
  int told = slot != c->threads->current && seq >= t->since;
  const struct past *p = told ? past_find(t, seq) : NULL;
  if (!p) /* what the thread knew before it began is told beside */
    return;
  c->clock = clock_merge(c->clock, c->rank, p->clock, &c->failed);
  c->clock = clock_add(c->clock, c->rank, c->rank, p->time, &c->failed);
}

int threads_know(const struct check *c, int32_t rank, uint64_t time) {
  const struct threads *all = c->threads;
  if (!all)
    return rank == c->rank || clock_knows(c->clock, -1, rank, time);
  for (unsigned i = 0; i < all->top; i++) {
    const struct known_thread *t = all->slot[i];
    int current = i == all->current;
    if (!t->ended && !clock_knew(current ? c->clock : t->clock, c->rank,
                                 current ? c->time.now : last_event(t), rank, time))
      return 0;
  }
  return 1;
}

int threads_current_knows(const struct check *c, uint64_t time) {
  return !c->threads || clock_knew(c->clock, c->rank, c->time.now, c->rank, time);
}

/* The calls in question have numbers, but are no events. Who knows of such a call has heard of
 * the next event of its thread. */
int threads_current_knows_of(const struct check *c, int32_t thread, uint64_t seq) {
  const struct threads *all = c->threads;
  if (!all)
    return 1;
  unsigned slot = slot_of(c, thread);
  const struct known_thread *t = all->slot[slot];
  if (t->thread != thread)
    return thread <= all->highest; /* its slot is another's now; or it has told nothing yet */
  if (slot == all->current)
    return 1;
  const struct past *p = past_find(t, seq);
  if (!p || p->seq < seq)
    return 0;
  int forgotten = t->events > REMEMBERED && p == &t->past[t->events % REMEMBERED];
  return forgotten || threads_current_knows(c, p->time);
}

static const struct past *last_before(const struct known_thread *t, uint64_t before) {
  for (uint64_t i = t->events; i && t->events - i < REMEMBERED; i--)
    if (t->past[(i - 1) % REMEMBERED].time < before)
      return &t->past[(i - 1) % REMEMBERED];
  return NULL;
}

int threads_passed_on(const struct check *c, const struct clock *clock, int32_t own,
                      uint64_t time) {
  for (unsigned i = 0; clock && i < c->threads->top; i++) {
    uint64_t at = clock_at(clock, own, c->rank, i);
    const struct known_thread *t = c->threads->slot[i];
    const struct past *p = at > clock->floor ? last_before(t, at + 1) : NULL;
    if (p ? clock_knew(p->clock, c->rank, p->time, c->rank, time)
          : at > clock->floor && t->events > REMEMBERED)
      return 1;
  }
  return 0;
}

int32_t threads_knew(const struct check *c, int32_t rank, uint64_t time, uint64_t before) {
  for (unsigned i = 0; c->threads && i < c->threads->top; i++) {
    const struct known_thread *t = c->threads->slot[i];
    const struct past *p = i == thread_slot(before) ? NULL : last_before(t, before);
    if (p && clock_knew(p->clock, c->rank, p->time, rank, time))
      return t->thread;
  }
  return -1;
}

int threads_openmp(const struct check *c, unsigned slot) {
  const struct threads *all = c->threads;
  return all && slot < all->top && all->slot[slot]->openmp;
}

/* Returns a slot that is not used any more, or was never used; 0: there is none. */
static unsigned slot_new(const struct check *c) {
  const struct threads *all = c->threads;
  for (unsigned i = 1; i < all->top; i++)
    if (all->slot[i]->ended && threads_know(c, c->rank, last_event(all->slot[i])))
      return i;
  return all->top < THREAD_SLOTS ? all->top : 0;
}

/* Returns whether the thread has a slot of its own now. */
static int begins(struct check *c, const struct event *e) {
  if (e->thread > c->threads->highest)
    c->threads->highest = e->thread;
  unsigned slot = slot_of(c, e->thread) ? 0 : slot_new(c);
  if (!slot || !slot_make(c, slot, e->thread))
    return 0;
  c->threads->slot[slot]->openmp = (e->flag & THREAD_OPENMP) != 0;
  c->threads->slot[slot]->since = e->seq;
  become(c, slot);
  c->time.now = (c->time.now & ~(EVENT_STEP - 1)) | slot;
  return 1;
}

static void note_begun(struct check *c) {
  struct known_thread *t = c->threads->slot[c->threads->current];
  clock_drop(t->begun.clock);
  t->begun = (struct moment){clock_hold(c->clock), c->time.now, c->time.settled, c->tainted};
  c->threads->changed = c->time.now;
}

static void ends(struct check *c, const struct event *e) {
  if (!(e->flag & THREAD_ENDS) || !c->threads->current)
    return;
  struct known_thread *t = c->threads->slot[c->threads->current];
  t->ended = 1;
  t->last_end = c->threads->changed = c->time.now;
}

static void tell(struct check *c, int32_t rank, int flag, const struct moment *m) {
  struct event e = {.kind = EVENT_THREAD, .rank = c->rank, .target = -1, .flag = (uint8_t)flag};
  peer_send_as(c, rank, &e, m);
}

/* Whether the number is one of those of which the peer is told now. */
static int is_news(uint64_t time, uint64_t told, const struct moment *m) {
  return time > told && time <= m->time;
}

static void tell_slot(struct check *c, struct peer *p, unsigned slot, uint64_t told,
                      const struct moment *m) {
  const struct known_thread *t = c->threads->slot[slot];
  if (is_news(t->last_end, told, m) && peer_was_told(p, slot)) {
    struct moment end = {p->told.others[slot], t->last_end, m->settled, m->tainted};
    tell(c, p->rank, THREAD_ENDS, &end);
    peer_forget_thread(p, slot);
  }
  if (is_news(t->begun.time, told, m) && !(t->ended && t->last_end <= m->time))
    tell(c, p->rank, THREAD_BEGINS, &t->begun);
}

void threads_tell(struct check *c, struct peer *p, const struct moment *m) {
  struct threads *all = c->threads;
  uint64_t told = p->told_threads;
  if (all->changed <= told || m->time <= told || m->time < all->since)
    return;
  p->told_threads = m->time;
  uint64_t sent = c->quiet.sent;
  for (unsigned i = 1; i < all->top; i++)
    tell_slot(c, p, i, told, m);
  if (!told && c->quiet.sent == sent) /* that there are threads */
    tell(c, p->rank, 0, m);
}

void threads_learn(struct check *c, const struct event *e) {
  if (!c->threads)
    threads_begin(c, e);
  int begun = !c->failed && e->flag & THREAD_BEGINS && begins(c, e);
  for (int32_t i = 0; i < e->u.known.counts && !c->failed; i++)
    learn_from(c, (int32_t)e->u.known.counted[i].key, e->u.known.counted[i].number);
  if (begun)
    note_begun(c);
  if (!c->failed)
    ends(c, e);
}

void threads_free(struct check *c) {
  for (unsigned i = 0; c->threads && i < c->threads->top; i++) {
    struct known_thread *t = c->threads->slot[i];
    for (int k = 0; k < REMEMBERED; k++)
      clock_drop(t->past[k].clock);
    clock_drop(t->clock);
    clock_drop(t->begun.clock);
    clock_drop(t->said_clock);
    free(t);
  }
  for (int i = 0; c->threads && i < SHOWN_KEPT; i++)
    clock_drop(c->threads->shown[i].clock);
  free(c->threads);
  c->threads = NULL;
}
