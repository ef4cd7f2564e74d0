/* Sends and collective calls that would wait for each other if nothing were buffered: mistakes
 * and their clean twins, random programs that a naive judge judges, too, damaged events, and
 * what happens without memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/progress.h"
#include "sim.h"

enum { RANKS = 3, AFTER = 3, MOST = 10 };

/* So many allocations succeed, then all fail; -1: none fails. */
static long left = -1;
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

static int fails(void) {
  if (left > 0)
    left--;
  return left == 0;
}

void *__wrap_malloc(size_t n) {
  return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size) {
  return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n) {
  return fails() ? NULL : __real_realloc(p, n);
}

static uint64_t state = 1;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* One event: `rank` came to `step` after the steps `after`. */
struct told {
  int32_t rank, count;
  struct event_step step, after[AFTER];
};

/* What was found. */
struct heard {
  int sends, collectives, starts, wrong;
  struct progress_finding last;
  char message[2000];
};

static void hear(void *context, const struct progress_finding *f) {
  struct heard *h = context;
  h->sends += f->slug == SLUG_UNSAFE_SEND;
  h->collectives += f->slug == SLUG_UNSAFE_COLLECTIVE;
  h->starts += f->slug == SLUG_UNSAFE_START;
  h->wrong += f->places < 2 || f->places > PROGRESS_PLACES || f->place[0].rank != f->rank;
  for (int i = 0; i < f->places; i++)
    h->wrong += !f->place[i].role || !f->place[i].args || f->place[i].rank < 0;
  h->last = *f;
  snprintf(h->message, sizeof h->message, "%s", f->message);
}

static struct event event_of(const struct told *t) {
  struct event e = {.kind = EVENT_RENDEZVOUS, .rank = t->rank, .target = -1};
  e.u.rendezvous = (struct event_rendezvous){t->step, t->count, t->after};
  return e;
}

static struct heard judge(const struct told *told, int n) {
  struct heard h = {0};
  struct progress *p = progress_new(RANKS);
  for (int i = 0; p && i < n; i++) {
    struct event e = event_of(&told[i]);
    progress_feed(p, &e);
  }
  if (p)
    progress_judge(p, &h, hear);
  progress_free(p);
  return h;
}
#define JUDGE(...)                                                                             \
  judge((struct told[]){__VA_ARGS__},                                                          \
        sizeof((struct told[]){__VA_ARGS__}) / sizeof(struct told))

/* Steps with other rank `o`, for message number `n`. */
#define STEP(o, n, r, c)                                                                       \
  { .other = (o), .key = 7, .number = (n), .received = (r), .call = (c) }
#define SENDS(to, n) STEP(to, n, 0, CALL_Send)
#define RECEIVES(from, n) STEP(from, n, 1, CALL_Recv)
#define MEETS(n) STEP(-1, n, -1, CALL_Barrier)
#define STARTS(target, n) STEP(target, n, 0, CALL_Win_start)
#define POSTS(origin, n) STEP(origin, n, 1, CALL_Win_post)
#define WAITS(origin, n) STEP(origin, n, 1, CALL_Win_wait)
#define COMPLETES(target, n) STEP(target, n, 0, CALL_Win_complete)

static void two(void) {
  struct heard h =
      JUDGE({1, 1, RECEIVES(0, 0), {SENDS(0, 0)}}, {0, 1, RECEIVES(1, 0), {SENDS(1, 0)}});
  sim_ok(h.sends == 1 && !h.collectives && !h.wrong, "each sends before it receives");
  sim_ok(h.last.rank == 0 && h.last.places == 4 && h.last.place[3].call == CALL_Recv,
         "told of the lowest rank");
  sim_ok(
      !strcmp(h.message,
              "MPI_Send of rank 0 would wait until rank 1 comes to its MPI_Recv; MPI_Send of "
              "rank 1 would wait until rank 0 comes to its MPI_Recv. But each receive comes "
              "after its rank's own send: only buffers of the library let the sends return."),
      "in words");
  h = JUDGE({1, 1, RECEIVES(0, 0), {SENDS(0, 0)}}, {0, 0, RECEIVES(1, 0), {}});
  sim_ok(!h.sends && !h.collectives, "one receives first");
  h = JUDGE({1, 1, RECEIVES(0, 0), {SENDS(0, 0)}}, {0, 1, RECEIVES(1, 0), {SENDS(1, 1)}});
  sim_ok(!h.sends && !h.collectives, "another message");
}

static void itself(void) {
  sim_ok(JUDGE({2, 2, RECEIVES(2, 3), {SENDS(1, 3), SENDS(2, 3)}}).sends == 1,
         "a message to the process itself");
  sim_ok(JUDGE({2, 1, RECEIVES(2, 3), {SENDS(2, 4)}}).sends == 0, "that it receives before");
}

static void collective(void) {
  struct heard h = JUDGE({1, 1, RECEIVES(0, 0), {MEETS(5)}}, {0, 1, MEETS(5), {SENDS(1, 0)}});
  sim_ok(h.sends == 1 && !h.collectives && !h.wrong,
         "a barrier between a send and its receive");
  h = JUDGE({1, 1, RECEIVES(0, 0), {MEETS(5)}}, {0, 1, MEETS(6), {SENDS(1, 0)}});
  sim_ok(!h.sends && !h.collectives, "another barrier");
  h = JUDGE({1, 1, SENDS(0, 0), {MEETS(5)}}, {0, 1, MEETS(5), {RECEIVES(1, 0)}});
  sim_ok(!h.sends && h.collectives == 1 && !h.wrong, "a receive before a collective call");
  sim_ok(strstr(h.message, "a collective call does not wait for all") != NULL,
         "relies on what the call does not wait for");
  h = JUDGE({1, 1, SENDS(0, 0), {MEETS(5)}}, {0, 0, MEETS(5), {}});
  sim_ok(!h.sends && !h.collectives, "which comes after it");
  h = JUDGE({1, 1, SENDS(0, 0), {RECEIVES(0, 0)}}, {0, 1, SENDS(1, 0), {RECEIVES(1, 0)}});
  sim_ok(!h.sends && !h.collectives, "receives alone: a deadlock, which did not happen");
}

static void epochs(void) {
  struct heard h =
      JUDGE({1, 1, POSTS(0, 0), {STARTS(0, 0)}}, {0, 1, POSTS(1, 0), {STARTS(1, 0)}});
  sim_ok(h.starts == 1 && !h.sends && !h.wrong, "each starts before it posts");
  sim_ok(strstr(h.message, "MPI_Win_start of rank 0 would wait until rank 1 comes to its "
                           "MPI_Win_post") &&
             strstr(h.message, "only because MPI_Win_start does not wait for MPI_Win_post."),
         "in words");
  h = JUDGE({1, 1, POSTS(0, 0), {RECEIVES(0, 7)}}, {0, 1, SENDS(1, 7), {STARTS(1, 0)}});
  sim_ok(h.starts == 1 && !h.sends, "a message of the epoch before the post");
  h = JUDGE({1, 1, RECEIVES(0, 7), {STARTS(0, 0)}}, {0, 1, POSTS(1, 0), {SENDS(1, 7)}});
  sim_ok(h.starts == 1 && !h.sends && strstr(h.message, "or because the library buffers"),
         "a start and a send");
  h = JUDGE({1, 1, SENDS(0, 7), {WAITS(0, 0)}}, {0, 1, COMPLETES(1, 0), {SENDS(1, 6)}},
            {1, 1, RECEIVES(0, 6), {WAITS(0, 0)}});
  sim_ok(h.sends == 1 && !h.starts && !h.wrong, "a send in an epoch that is received after it");
  h = JUDGE({1, 1, POSTS(0, 0), {SENDS(0, 0)}}, {0, 0, POSTS(1, 0), {}},
            {0, 1, COMPLETES(1, 0), {STARTS(1, 0)}});
  sim_ok(!h.starts && !h.sends, "one posts first");
}

/* A ring of `n` ranks; with `closed` the last one waits for the first. */
static struct heard ring(int n, int closed) {
  struct heard h = {0};
  struct progress *p = progress_new(n);
  for (int i = 0; p && i < n; i++) {
    struct told t = {i, closed || i, RECEIVES((i + n - 1) % n, 0), {SENDS((i + 1) % n, 0)}};
    struct event e = event_of(&t);
    progress_feed(p, &e);
  }
  if (p)
    progress_judge(p, &h, hear);
  progress_free(p);
  return h;
}

static void rings(void) {
  struct heard h = ring(5000, 1);
  sim_ok(h.sends == 1 && h.last.rank == 0 && h.last.places == PROGRESS_PLACES && !h.wrong,
         "a ring of 5000");
  sim_ok(ring(5000, 0).sends == 0, "a chain of 5000");
}

/* The naive judge: it numbers the rendezvous, has a matrix of which waits for which, and makes
 * it transitive by Warshall's algorithm. */
struct naive {
  int n, waits[MOST * (AFTER + 1)][MOST * (AFTER + 1)];
  struct known {
    int64_t waiter, from, to,
        number; /* waiter: 's' sender, 'r' receiver, 'c' collective call */
  } known[MOST * (AFTER + 1)];
  int arrived[MOST * (AFTER + 1)];
};

static struct known known_of(int32_t rank, const struct event_step *s, int own) {
  if (s->other == -1)
    return (struct known){'c', 0, 0, s->number};
  /* For an own step the rank itself waits. Otherwise the step came late, so the other one
   * waits. */
  return s->received ? (struct known){own ? 'r' : 's', s->other, rank, s->number}
                     : (struct known){own ? 's' : 'r', rank, s->other, s->number};
}

static int index_of(struct naive *j, struct known k) {
  for (int i = 0; i < j->n; i++)
    if (!memcmp(&j->known[i], &k, sizeof k))
      return i;
  j->known[j->n] = k;
  return j->n++;
}

/* Counts the sets of rendezvous that wait for each other. */
static int judge_naively(const struct told *told, int n) {
  static struct naive j;
  memset(&j, 0, sizeof j);
  for (int i = 0; i < n; i++) {
    int at = index_of(&j, known_of(told[i].rank, &told[i].step, 0));
    if (j.arrived[at]++ && j.known[at].waiter != 'c')
      continue; /* only one process tells of a message, and once */
    for (int k = 0; k < told[i].count; k++)
      j.waits[at][index_of(&j, known_of(told[i].rank, &told[i].after[k], 1))] = 1;
  }
  for (int via = 0; via < j.n; via++)
    for (int a = 0; a < j.n; a++)
      for (int b = 0; b < j.n; b++)
        j.waits[a][b] |= j.waits[a][via] && j.waits[via][b];
  int sets = 0;
  for (int a = 0; a < j.n; a++) {
    int first = j.waits[a][a];
    for (int b = 0; b < a; b++)
      first = first && !(j.waits[a][b] && j.waits[b][a]);
    sets += first;
  }
  return sets;
}

/* Without `mixed` the step is a receive, or with `after` a send. With `mixed` it is either;
 * then a circle may consist of receives alone, which is no finding. */
static struct event_step random_step(int after, int mixed) {
  struct event_step s = SENDS((int32_t)(random_bits() % RANKS), (int64_t)(random_bits() % 2));
  s.received = (int8_t)(mixed ? (int)(random_bits() % 2) : after);
  if (random_bits() % 4 == 0)
    s.other = -1;
  return s;
}

static int random_told(struct told *told, int mixed) {
  int n = 1 + (int)(random_bits() % MOST);
  for (int i = 0; i < n; i++) {
    told[i] = (struct told){.rank = (int32_t)(random_bits() % RANKS),
                            .count = (int32_t)(random_bits() % (AFTER + 1)),
                            .step = random_step(1, mixed)};
    for (int k = 0; k < told[i].count; k++)
      told[i].after[k] = random_step(0, mixed);
  }
  return n;
}

static void random_programs(void) {
  int right = 1, bugs = 0, clean = 0, less = 1;
  for (int i = 0; i < 20000; i++) {
    struct told told[MOST];
    int mixed = i % 2, n = random_told(told, mixed), sets = judge_naively(told, n);
    struct heard h = judge(told, n);
    int found = h.sends + h.collectives;
    right = right && !h.wrong && (mixed ? found <= sets : found == sets);
    bugs += sets > 0;
    clean += !sets;
    left = 1 + (long)(random_bits() % 30);
    h = judge(told, n);
    left = -1;
    less = less && !h.wrong && (!(h.sends + h.collectives) || sets);
  }
  sim_ok(right, "random programs are judged as a naive judge does");
  sim_ok(bugs > 2000 && clean > 2000, "of both kinds");
  sim_ok(less, "without memory less is said, nothing wrong");
}

/* Feeds random events, and events whose bytes were damaged. */
static void damaged(void) {
  int heard = 0;
  for (int i = 0; i < 3000; i++) {
    struct told told[MOST];
    struct heard h = {0};
    struct progress *p = progress_new((int32_t)random_bits());
    int n = random_told(told, 1);
    for (int k = 0; p && k < n; k++) {
      unsigned char bytes[1024],
          scratch[EVENT_SCRATCH(sizeof bytes)] __attribute__((aligned(16)));
      struct event e = event_of(&told[k]), back;
      size_t size = event_encode(&e, bytes, sizeof bytes);
      while (random_bits() % 4 == 0)
        bytes[random_bits() % size] = (unsigned char)random_bits();
      if (event_decode(&back, bytes, size, scratch))
        progress_feed(p, &back);
      e.kind = (uint8_t)(random_bits() % 3 ? 1 + random_bits() % 255 : EVENT_RENDEZVOUS);
      if (e.kind >= EVENT_KINDS)
        progress_feed(p, &e);
    }
    if (p)
      progress_judge(p, &h, hear);
    progress_free(p);
    heard += h.sends + h.collectives;
  }
  sim_ok(heard > 100, "damaged events do no harm");
}

int main(void) {
  two();
  itself();
  collective();
  epochs();
  rings();
  random_programs();
  damaged();
  return sim_done();
}
