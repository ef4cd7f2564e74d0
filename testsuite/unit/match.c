/* Compares which message a receive has matched with a naive simulation of MPI's matching. */
#define PLACES 3 /* so few that places become idle and are used again */
#include "interpose/stream/idle_places.c"
#include "interpose/stream/match.c"
#include <time.h>
#include "tap.h"

/* The simulation: a list of posted receives and one of messages that came early. */
struct message {
  int source, tag;
  int64_t number;
  int taken;
};
struct posted {
  int source, tag;
  struct message *message; /* the one that it has matched */
  int whole;               /* its data has come */
  int cancel, cancelled, done;
  struct receive *r;
};

#define MOST 400
static struct posted posted[MOST];
static struct message messages[MOST];
static int posts, sent;
static int64_t numbers[4][4];
static int lazy; /* data may come later than the match */

static unsigned seed;
static int pick(int n) {
  seed = seed * 1103515245 + 12345;
  return (int)(seed >> 16 & 0x7fff) % n;
}

static int fits(const struct posted *p, const struct message *m) {
  return (p->source < 0 || p->source == m->source) && (p->tag < 0 || p->tag == m->tag);
}

static void take(struct posted *p, struct message *m) {
  p->message = m;
  p->whole = !lazy || pick(2);
  m->taken = 1;
}

static struct message *first_for(int source, int tag) {
  const struct posted want = {.source = source, .tag = tag};
  for (int i = 0; i < sent; i++)
    if (!messages[i].taken && fits(&want, &messages[i]))
      return &messages[i];
  return NULL;
}

static void send_one(int source, int tag) {
  struct message *m = &messages[sent++];
  *m = (struct message){source, tag, numbers[source][tag]++, 0};
  for (int i = 0; i < posts; i++)
    if (!posted[i].message && !posted[i].cancelled && fits(&posted[i], m)) {
      take(&posted[i], m);
      return;
    }
}

static void post_one(struct match *m, int source, int tag) {
  struct posted *p = &posted[posts++];
  *p = (struct posted){.source = source, .tag = tag};
  p->r = match_post(m, source, tag, p);
  struct message *early = first_for(source, tag);
  if (early)
    take(p, early);
}

static enum match_answer resolve(void *owner, int *source, int *tag) {
  const struct posted *p = owner;
  if (p->cancelled)
    return MATCH_LOST;
  if (!p->message || !p->whole)
    return MATCH_OPEN;
  *source = p->message->source;
  *tag = p->message->tag;
  return MATCH_TOOK;
}

/* Returns whether it is known of all receives before this one what they took. */
static int clear_before(const struct posted *p) {
  for (const struct posted *q = posted; q < p; q++)
    if (!q->done && q->message && !q->whole)
      return 0;
  return 1;
}

static int wrong, inexact;
static void judge(int64_t got, int64_t want, int exact) {
  inexact += got != want;
  if (got < 0 || got > want || (exact && got != want))
    wrong++;
}

static void end_one(struct match *m, struct posted *p) {
  if (p->done || (!p->cancelled && (!p->message || !p->whole)))
    return;
  p->done = 1;
  if (p->cancelled)
    match_cancel(m, p->r);
  else
    judge(match_complete(m, p->r, p->message->source, p->message->tag), p->message->number,
          clear_before(p));
}

static void probe_one(struct match *m, int source, int tag, int matched) {
  struct message *found = first_for(source, tag);
  if (!found)
    return;
  int exact = clear_before(posted + posts);
  if (!matched) {
    judge(match_peek(m, found->source, found->tag), found->number, exact);
  } else {
    found->taken = 1;
    judge(match_now(m, found->source, found->tag), found->number, exact);
  }
}

static int source_of(int wild) {
  return pick(100) < wild ? -1 : pick(3);
}

static void step(struct match *m, int wild, int cancels) {
  switch (pick(8)) {
  case 0:
  case 1:
    send_one(pick(3), pick(3));
    break;
  case 2:
  case 3:
    post_one(m, source_of(wild), source_of(wild));
    break;
  case 4:
    if (posts && cancels) {
      struct posted *p = &posted[pick(posts)];
      if (!p->done && !p->cancel) {
        p->cancel = 1;
        p->cancelled = !p->message;
        match_doubt(p->r);
      }
    }
    break;
  case 5:
    probe_one(m, source_of(wild), source_of(wild), pick(2));
    break;
  default:
    if (posts)
      end_one(m, &posted[pick(posts)]);
    break;
  }
}

static int play(int wild, int cancels, int late) {
  wrong = inexact = 0;
  for (unsigned game = 1; game <= 3000; game++) {
    struct match *m = match_new(resolve);
    seed = game * 7919;
    posts = sent = 0;
    lazy = late;
    memset(numbers, 0, sizeof numbers);
    int steps = 20 + pick(300);
    for (int i = 0; i < steps; i++)
      step(m, wild, cancels);
    for (int i = 0; i < posts; i++)
      posted[i].whole = 1;
    for (int i = posts; i-- > 0;)
      end_one(m, &posted[i]);
    for (int i = 0; i < posts; i++)
      if (!posted[i].done)
        match_forget(m, posted[i].r);
    match_free(m);
  }
  return wrong;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum match_answer resolve_many(void *owner, int *source, int *tag) {
  (void)owner;
  *source = 1;
  *tag = 5;
  return MATCH_TOOK;
}

/* Many receives are pending at once and are completed in that order. Returns how many were
 * wrong; -1: it was too slow. */
static int many(int source, int order) {
  enum { N = 100000 };
  static struct receive *r[N];
  struct match *m = match_new(resolve_many);
  double from = now();
  int bad = 0;
  for (int i = 0; i < N; i++)
    r[i] = match_post(m, source, 5, &r[i]);
  for (int i = 0; i < N; i++) {
    int k = order == 0 ? i : order == 1 ? N - 1 - i : (int)((int64_t)i * 7919 % N);
    bad += match_complete(m, r[k], 1, 5) != k;
  }
  match_free(m);
  return now() - from > 3 ? -1 : bad;
}

/* A wildcard that never matches must not make the others slow. */
static int beside_wildcard(void) {
  enum { N = 100000 };
  struct match *m = match_new(resolve_many);
  double from = now();
  int bad = 0;
  struct receive *never = match_post(m, MATCH_ANY, 9, m);
  for (int i = 0; i < N; i++)
    bad += match_complete(m, match_post(m, 1, 5, m), 1, 5) != i;
  match_forget(m, never);
  match_free(m);
  return now() - from > 3 ? -1 : bad;
}

/* With several threads the receive that is complete first gets the first number. */
static int by_threads(void) {
  struct match *m = match_new(resolve_many);
  match_loose(m);
  struct receive *a = match_post(m, 1, 5, m), *b = match_post(m, 1, 5, m);
  int bad = match_complete(m, b, 1, 5) != 0;
  bad += match_complete(m, a, 1, 5) != 1;
  bad += !match_bound(m);
  match_free(m);
  return bad;
}

/* Uses new tags again and again, and at the end each of them once more. */
static int new_tags(void) {
  enum { N = 100000 };
  struct match *m = match_new(resolve_many);
  int bad = 0;
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < N; i++)
      bad += match_now(m, 1, i) != round;
  bad += m->place_count > 10;
  match_free(m);
  return bad;
}

int main(void) {
  OK(new_tags() == 0);
  OK(by_threads() == 0);
  OK(play(0, 0, 0) == 0 && !inexact);
  OK(play(30, 0, 0) == 0 && !inexact);
  OK(play(100, 0, 0) == 0 && !inexact);
  OK(play(0, 1, 0) == 0 && !inexact);
  OK(play(30, 1, 0) == 0 && !inexact);
  OK(play(30, 0, 1) == 0 && inexact);
  OK(play(30, 1, 1) == 0);
  for (int order = 0; order < 3; order++) {
    OK(many(1, order) == 0);
    OK(many(MATCH_ANY, order) == 0);
  }
  OK(beside_wildcard() == 0);
  return tap_done();
}
