#define _GNU_SOURCE
#include "sim_state.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

size_t __sanitizer_get_current_allocated_bytes(void);

static int tests, failures;

static const char *slug_name(enum slug slug) {
  static const char *const names[] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy) slug,
#include "include/findings.def"
#undef FINDING
  };
  return names[slug];
}

void sim_note(const char *format, ...) {
  va_list ap;
  printf("#   ");
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
}

void sim_ok(int ok, const char *name) {
  printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, name);
  fflush(stdout);
  failures += !ok;
}

int sim_done(void) {
  printf("1..%d\n", tests);
  return failures != 0;
}

size_t sim_memory(void) {
  return __sanitizer_get_current_allocated_bytes();
}

double sim_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void *sim_grow(void *array, int count, size_t item) {
  if (count & (count - 1))
    return array;
  array = realloc(array, (count ? 2 * (size_t)count : 1) * item);
  if (!array)
    abort();
  return array;
}

/* The messages of the checkers. */

/* Each row stands for something, and its numbers are possible. */
static void on_history(void *context, const struct history *h) {
  (void)context;
  for (int i = 0; i < h->epochs; i++) {
    const struct history_epoch *e = &h->epoch[i];
    uint64_t span = e->last - e->first;
    if (!e->count || !e->first || e->last < e->first || e->count > span + 1 ||
        (e->step && span != e->step * (e->count - 1)) || e->alike.kind >= HISTORY_KINDS)
      abort();
  }
  for (int i = 0; i < h->copies; i++)
    if (!h->copy[i].count || h->copy[i].lo > h->copy[i].hi || !h->copy[i].newer.since.known)
      abort();
}

static void on_send(void *context, int rank, const struct event *e) {
  struct place *from = context;
  struct sim *s = from->sim;
  size_t n = event_encode(e, NULL, 0);
  struct message *m = malloc(sizeof *m + n);
  if (!m || rank < 0 || rank >= s->ranks || rank == from->rank)
    abort();
  m->next = NULL;
  m->length = event_encode(e, m->bytes, n);
  struct channel *ch = &s->channel[from->rank][rank];
  *(ch->last ? &ch->last->next : &ch->first) = m;
  ch->last = m;
  s->waiting++;
  s->sent++;
}

static void deliver_one(struct sim *s, struct channel *ch, int to) {
  struct message *m = ch->first;
  struct event e;
  void *scratch = malloc(EVENT_SCRATCH(m->length));
  ch->first = m->next;
  if (!ch->first)
    ch->last = NULL;
  s->waiting--;
  if (!scratch || event_decode(&e, m->bytes, m->length, scratch) != m->length)
    abort();
  free(m);
  check_feed(s->check[to], &e);
  free(scratch);
}

void sim_deliver(struct sim *s) {
  while (s->waiting)
    for (int from = 0; from < s->ranks; from++)
      for (int to = 0; to < s->ranks; to++)
        while (s->channel[from][to].first)
          deliver_one(s, &s->channel[from][to], to);
}

unsigned sim_random(struct sim *s) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(s->random >> 33);
}

/* In the random order: delivers a random number of messages, the first ones of each channel. */
static void deliver_some(struct sim *s) {
  for (int from = 0; s->waiting && from < s->ranks; from++)
    for (int to = 0; to < s->ranks; to++)
      while (s->channel[from][to].first && sim_random(s) % 3 == 0)
        deliver_one(s, &s->channel[from][to], to);
}

/* Delivers what interpose/ would wait for before it feeds the event. */
static void pull(struct sim *s, const struct event *e) {
  int32_t rank;
  while ((rank = check_lacks(s->check[e->rank], e)) >= 0) {
    if (!s->channel[rank][e->rank].first)
      return; /* in this test a call returns before it could in MPI */
    deliver_one(s, &s->channel[rank][e->rank], e->rank);
  }
}

void sim_feed(struct sim *s, const struct event *e) {
  if (s->order == SIM_RANDOM)
    deliver_some(s);
  pull(s, e);
  struct check *c = s->check[e->rank];
  if (!s->in_short || !brief_tell(&s->brief[e->rank], c, e)) {
    check_feed(c, e);
    brief_fed(&s->brief[e->rank], c, e);
  }
  if (s->order == SIM_AT_ONCE)
    sim_deliver(s);
}

int sim_sent(const struct sim *s) {
  return s->sent;
}

/* Findings and expectations. */

static void on_finding(void *context, const struct finding *f) {
  struct sim *s = ((struct place *)context)->sim;
  struct said one = {.slug = f->slug, .site = (int)f->location[0].site.stack};
  if (f->locations > 1)
    one.other = (int)f->location[1].site.stack;
  snprintf(one.message, sizeof one.message, "%s", f->message);
  snprintf(one.ordering, sizeof one.ordering, "%s", f->ordering);
  if (!s->races && f->slug >= SLUG_RMA_LOCAL_RACE && f->slug <= SLUG_SEPARATE_RACE)
    return;
  s->count[f->slug]++;
  if (s->said_count == SAID_MOST)
    return;
  s->said = sim_grow(s->said, s->said_count, sizeof *s->said);
  s->said[s->said_count++] = one;
}

static struct expected *expect(struct sim *s, enum slug slug, int site, int other,
                               int optional) {
  s->expected = sim_grow(s->expected, s->expected_count, sizeof *s->expected);
  struct expected *e = &s->expected[s->expected_count++];
  *e = (struct expected){slug, site, other, optional, NULL};
  return e;
}

void sim_expect_ordering(struct sim *s, enum slug slug, int site, int other, const char *text) {
  expect(s, slug, site, other, 0)->ordering = text;
}

void sim_expect(struct sim *s, enum slug slug, int site) {
  expect(s, slug, site, 0, 0);
}

void sim_expect_two(struct sim *s, enum slug slug, int site, int other) {
  expect(s, slug, site, other, 0);
}

void sim_allow(struct sim *s, enum slug slug, int site) {
  expect(s, slug, site, 0, 1);
}

void sim_races(struct sim *s) {
  s->races = 1;
}

int sim_count(const struct sim *s, enum slug slug) {
  return s->count[slug];
}

void sim_times(struct sim *s, enum slug slug, int times) {
  s->times[slug] = times + 1;
}

static int compare_times(const struct sim *s) {
  int bad = 0;
  for (int i = 0; i < SLUGS; i++)
    if (s->times[i] && s->times[i] != s->count[i] + 1) {
      sim_note("%s: %d times", slug_name((enum slug)i), s->count[i]);
      bad++;
    }
  return bad;
}

static int meets(const struct expected *e, const struct said *f) {
  return e->slug == f->slug && e->site == f->site && (!e->other || e->other == f->other) &&
         (!e->ordering || !strcmp(e->ordering, f->ordering));
}

static int compare(const struct sim *s) {
  int bad = compare_times(s);
  for (int i = 0; i < s->expected_count; i++) {
    const struct expected *e = &s->expected[i];
    int met = e->optional;
    for (int k = 0; k < s->said_count && !met; k++)
      met = meets(e, &s->said[k]);
    if (!met)
      sim_note("missing: %s at call %d", slug_name(e->slug), e->site);
    bad += !met;
  }
  for (int k = 0; k < s->said_count; k++) {
    const struct said *f = &s->said[k];
    int met = 0;
    for (int i = 0; i < s->expected_count && !met; i++)
      met = meets(&s->expected[i], f);
    if (!met && bad < 10)
      sim_note("not expected: %s at calls %d and %d: %s %s", slug_name(f->slug), f->site,
               f->other, f->message, f->ordering);
    bad += !met;
  }
  for (int r = 0; r < s->ranks; r++)
    bad += check_failed(s->check[r]);
  return bad;
}

/* Running. */

static void make_checks(struct sim *s, int concurrent) {
  for (int r = 0; r < s->ranks; r++) {
    s->place[r] = (struct place){s, r};
    struct check_output out = {
        .context = &s->place[r], .finding = on_finding, .send = on_send, .history = on_history};
    check_free(s->check[r]);
    s->check[r] = check_new(r, s->ranks, concurrent, &out);
    if (!s->check[r])
      abort();
  }
}

void sim_concurrent(struct sim *s) {
  make_checks(s, 1);
}

static int run_order(int ranks, void (*test)(struct sim *), enum order order, uint64_t seed,
                     int in_short) {
  struct sim s = {.ranks = ranks, .order = order, .random = seed, .in_short = in_short};
  make_checks(&s, 0);
  test(&s);
  if (!s.finalized)
    sim_finalize(&s);
  int bad = compare(&s);
  for (int r = 0; r < ranks; r++)
    check_free(s.check[r]);
  free(s.said);
  free(s.expected);
  free(s.windows);
  return bad;
}

void sim_run(const char *name, int ranks, void (*test)(struct sim *s)) {
  static const char *const orders[] = {"at once", "late", "at random"};
  const int seeds = 8;
  int bad = 0;
  for (int i = 0; i < 4 + seeds && !bad; i++) {
    enum order order = i / 2 < SIM_RANDOM ? (enum order)(i / 2) : SIM_RANDOM;
    bad = run_order(ranks, test, order, (uint64_t)i * 7919 + 1, i % 2);
    if (bad)
      sim_note("with messages delivered %s (%d)%s", orders[order], i,
               i % 2 ? ", in short" : "");
  }
  sim_ok(!bad, name);
}
