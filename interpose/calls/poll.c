#include "poll.h"
#include <stdlib.h>
#include <string.h>
#include "interpose/stack/stack.h"

#define POLLING 1.0 /* a thread polls when the loop has run so many seconds */
/* Processor time of one round: a test takes a microsecond at most. A round with breaks takes
 * more for each, as long as these are the program's own and one that the library makes: to
 * sleep, or to let other threads run by sched_yield, which leave the caches cold. */
#define ROUND_NS 10000
#define READ_NS 40000 /* of a call that reads a window */
#define BREAK_NS 100000
#define BREAKS 2

uint64_t poll_mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

static struct poll *poll_of(struct thread *t) {
  struct poll *p = t->poll;
  return p ? p : (t->poll = calloc(1, sizeof *p));
}

/* A loop tests for its items in turn, so it is mostly the next one. Returns -1 if it is none.
 */
static int find(const struct poll *p, uint64_t what) {
  for (int i = 1; i <= p->items; i++) {
    int at = (p->last + i) % p->items;
    if (p->item[at].what == what)
      return at;
  }
  return -1;
}

static void begin_anew(struct poll *p) {
  p->items = p->last = p->requests = p->uncounted = 0;
}

static int append(struct poll *p, const struct poll_item *item,
                  struct request_entry *const *request) {
  p->item[p->items] = *item;
  int fits = item->requests <= POLL_REQUESTS - p->requests;
  if (fits && item->requests)
    memcpy(p->request + p->requests, request, (size_t)item->requests * sizeof *request);
  p->requests += fits ? item->requests : 0;
  p->uncounted |= !fits;
  return p->items++;
}

static void note(struct thread *t, const struct poll_item *item,
                 struct request_entry *const *request) {
  uint64_t seq = t->seq;
  struct poll *p = poll_of(t);
  if (!p || t->depth > 1)
    return;
  int goes_on = seq - p->seq == 2, at = goes_on ? find(p, item->what) : -1;
  int elsewhere = t->registers[REG_CALLER] != p->caller || t->call != p->call;
  if (at < 0) {
    if (!goes_on || p->items == POLL_ITEMS)
      begin_anew(p);
    at = append(p, item, request);
    p->began = seq;
    elsewhere = 1;
  }
  if (elsewhere) {
    p->caller = t->registers[REG_CALLER];
    p->call = t->call;
    p->stack = stack_capture(t);
  }
  p->last = at;
  p->seq = seq;
}

void poll_note_requests(struct thread *t, struct request_entry *const *request, int n) {
  struct poll_item item = {.what = poll_mix(3, (uint64_t)n), .call = t->call, .requests = n};
  for (int i = 0; i < n; i++)
    item.what = poll_mix(item.what, (uint64_t)(uintptr_t)request[i]);
  note(t, &item, request);
}

void poll_note_probe(struct thread *t, MPI_Comm comm, int source, int tag) {
  uint64_t h = poll_mix(poll_mix(1, (uint64_t)(uintptr_t)comm), (uint32_t)source);
  struct poll_item item = {.what = poll_mix(h, (uint32_t)tag),
                           .call = t->call,
                           .comm = (uint64_t)(uintptr_t)comm,
                           .source = source,
                           .tag = tag};
  note(t, &item, NULL);
}

void poll_note_window(struct thread *t, MPI_Win win) {
  struct poll_item item = {.what = poll_mix(2, (uint64_t)(uintptr_t)win),
                           .call = t->call,
                           .win = (uint64_t)(uintptr_t)win};
  note(t, &item, NULL);
}

void poll_forget(struct thread *t) {
  if (t->poll)
    begin_anew(t->poll);
}

static int tests_with(const struct poll *p, unsigned call) {
  for (int i = 0; i < p->items; i++)
    if (p->item[i].call == call)
      return 1;
  return 0;
}

static uint64_t rounds_of(const struct poll_look *from, const struct poll_look *to) {
  return (to->seq - from->seq) / 2;
}

/* In a call that reads a window the library may work for long, until the other process serves
 * it. So where the thread was found when it was looked at counts, too. */
static int is_mostly_inside(const struct poll *p) {
  int inside = 0;
  for (int i = 0; i < p->looks; i++)
    inside += (int)(p->look[i].seq & 1);
  return 2 * inside > p->looks;
}

/* Returns whether the thread did no work between the tests. */
static int is_idle(const struct poll *p, const struct poll_look *from,
                   const struct poll_look *to) {
  uint64_t rounds = rounds_of(from, to), breaks = to->usage.breaks - from->usage.breaks;
  if (!from->usage.ns || !to->usage.ns)
    return 0;
  breaks = breaks < BREAKS * rounds ? breaks : BREAKS * rounds;
  return to->usage.ns - from->usage.ns <=
             rounds * (p->reads ? READ_NS : ROUND_NS) + breaks * BREAK_NS ||
         (p->reads && is_mostly_inside(p));
}

/* Returns whether it worked for most of the time between two looks. The tests of a whole second
 * would hide this. */
static int has_worked(const struct poll *p, const struct poll_look *from,
                      const struct poll_look *to) {
  return !is_idle(p, from, to) &&
         (double)(to->usage.ns - from->usage.ns) > (to->at - from->at) * 1e9 / 2;
}

/* Returns whether a thread that has made no round could not make one: it was ready to run, but
 * another one or nobody ran, as when the process was stopped. */
static int got_no_turn(const struct poll_look *from, const struct poll_look *to) {
  return from->usage.ns && to->usage.ready && to->usage.ns - from->usage.ns <= BREAK_NS;
}

static void over(struct poll *p) {
  p->since = 0;
  p->looks = 0;
}

void poll_over(struct thread *t) {
  if (t->poll)
    over(t->poll);
}

static void add(struct poll *p, const struct poll_look *l) {
  int gone = p->looks == POLL_LOOKS;
  while (gone + 1 < p->looks && l->at - p->look[gone + 1].at >= POLLING)
    gone++;
  p->looks -= gone;
  memmove(p->look, p->look + gone, (size_t)p->looks * sizeof *p->look);
  p->look[p->looks++] = *l;
}

/* The thread has made rounds, and nothing else, since the last look, if there was one in this
 * loop. */
static void look_again(struct poll *p, const struct poll_look *l) {
  add(p, l);
  if (!is_idle(p, &p->look[0], l))
    p->since = 0;
  else if (p->since <= 0)
    p->since = p->look[0].at;
}

/* The thread's notes are read after its `seq`. So a loop that it has left is seen to be over,
 * or to have begun anew. */
static void look_at(struct poll *p, const struct thread *t, uint64_t seq, double at) {
  uint64_t last = p->seq, began = p->began;
  int left = last + 2 < seq || (seq & 1 && last < seq && !tests_with(p, t->call));
  struct poll_look now = {seq, at, left ? (struct usage){0} : usage_of(t->tid)};
  const struct poll_look *newest = p->looks ? &p->look[p->looks - 1] : &now;
  int held = newest != &now && !rounds_of(newest, &now);
  if (held && !left && (seq & 1 || got_no_turn(newest, &now)))
    return;
  if (left || held || began > newest->seq || has_worked(p, newest, &now))
    over(p);
  if (!left)
    look_again(p, &now);
}

void poll_look(struct thread *t, uint64_t before, uint64_t seq, double at) {
  if (t->poll && !(seq == before && seq & 1))
    look_at(t->poll, t, seq, at);
}

void poll_look_reads(struct poll *p, struct thread *t, int reads, uint64_t before, uint64_t seq,
                     double at) {
  if (seq == before && seq & 1)
    return;
  p->seq = seq;
  if (!reads || p->reads != t->read.win)
    p->began = seq;
  p->reads = t->read.win;
  p->call = t->read.call;
  p->stack = t->read.stack;
  look_at(p, t, seq, at);
}

int poll_has_waited(const struct poll *p, double at) {
  return p->since > 0 && at - p->since >= POLLING;
}

int poll_waits(const struct thread *t, double at) {
  return t->poll && poll_has_waited(t->poll, at);
}
