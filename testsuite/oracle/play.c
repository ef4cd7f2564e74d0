#include "play.h"
#include "include/call.h"
#include "include/check.h"
#include "feed.h"
#include "retire_next.h"
#include "schedule.h"
#include "testsuite/unit/brief.h"
#include <stdlib.h>
#include <string.h>

struct message {
  struct message *next;
  size_t length;
  unsigned char bytes[];
};
struct channel {
  struct message *first, *last;
};

struct player {
  const struct program *p;
  struct played *out;
  uint64_t random;
  int waiting;    /* number of messages on their way */
  unsigned stuck; /* ranks that wait for a message: bits */
  struct place_of {
    struct player *player;
    int rank;
  } place[RANKS];
  struct check *check[RANKS];
  struct brief brief[RANKS];
  struct channel channel[RANKS][RANKS]; /* from, to */
};

const char *slug_name(enum slug slug) {
  static const char *const names[] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy) slug,
#include "include/findings.def"
#undef FINDING
  };
  return names[slug];
}

static void on_send(void *context, int to, const struct event *e) {
  struct place_of *from = context;
  struct player *d = from->player;
  size_t n = event_encode(e, NULL, 0);
  struct message *m = malloc(sizeof *m + n);
  if (!m || to < 0 || to >= d->p->ranks || to == from->rank)
    abort();
  m->next = NULL;
  m->length = event_encode(e, m->bytes, n);
  struct channel *ch = &d->channel[from->rank][to];
  *(ch->last ? &ch->last->next : &ch->first) = m;
  ch->last = m;
  d->waiting++;
}

static int call_of(const struct program *p, const struct site *site) {
  int call = feed_call(site->seq);
  return call >= 0 && call < p->calls && p->call[call].rank == site->rank &&
                 site->stack == (uint32_t)program_line(p, call)
             ? call
             : -1;
}

static void on_finding(void *context, const struct finding *f) {
  struct player *d = ((struct place_of *)context)->player;
  struct played *out = d->out;
  if (!(out->count & (out->count - 1))) {
    out->item =
        realloc(out->item, (out->count ? 2 * (size_t)out->count : 1) * sizeof *out->item);
    if (!out->item)
      abort();
  }
  struct said *s = &out->item[out->count++];
  s->slug = f->slug;
  for (int i = 0; i < 2; i++)
    s->call[i] = i < f->locations ? call_of(d->p, &f->location[i].site) : -1;
  snprintf(s->message, sizeof s->message, "%s", f->message);
}

static void feed(struct player *d, int rank, const struct event *e) {
  if (d->p->retires)
    retire_next(d->check[rank]);
  if (d->p->brief && e->rank == rank && brief_tell(&d->brief[rank], d->check[rank], e))
    return;
  check_feed(d->check[rank], e);
  if (e->rank == rank)
    brief_fed(&d->brief[rank], d->check[rank], e);
}

/* Delivers one message; returns 0 if there is none. */
static int deliver(struct player *d, int from, int to) {
  struct channel *ch = &d->channel[from][to];
  struct message *m = ch->first;
  struct event e;
  if (!m)
    return 0;
  void *scratch = malloc(EVENT_SCRATCH(m->length));
  if (!(ch->first = m->next))
    ch->last = NULL;
  d->waiting--;
  if (!scratch || event_decode(&e, m->bytes, m->length, scratch) != m->length)
    abort();
  free(m);
  feed(d, to, &e);
  free(scratch);
  return 1;
}

static void deliver_all(struct player *d) {
  while (d->waiting)
    for (int from = 0; from < d->p->ranks; from++)
      for (int to = 0; to < d->p->ranks; to++)
        while (deliver(d, from, to))
          ;
}

static void deliver_some(struct player *d) {
  for (int from = 0; d->waiting && from < d->p->ranks; from++)
    for (int to = 0; to < d->p->ranks; to++)
      while (d->channel[from][to].first && random_below(&d->random, 3) == 0)
        deliver(d, from, to);
}

static int watches(const struct player *d, const struct act *c, const struct event *e) {
  return !d->p->watched || c->kind != EVENT_ACCESS || c->request || c->mpi ||
         check_watches(d->check[c->rank], e->u.access.data.lo, e->u.access.data.hi);
}

/* Delivers what must be known before the event is fed. Returns 0 if it was not sent yet: then
 * the rank waits inside its call. */
static int can_feed(struct player *d, int rank, const struct event *e) {
  int lacks;
  while ((lacks = check_lacks(d->check[rank], e)) >= 0)
    if (!deliver(d, lacks, rank))
      return 0;
  return 1;
}

/* Lets something happen that can happen; returns 0 if nothing can. */
static int take_any(struct player *d, struct schedule *s, int model) {
  const int other = model == MODEL_UNIFIED ? MODEL_SEPARATE : MODEL_UNIFIED;
  struct step step;
  unsigned waiting = 0;
  if (d->p->delivery == DELIVER_RANDOM)
    deliver_some(d);
  while (schedule_next(s, waiting, &step)) {
    struct feed f;
    const struct act *c = &d->p->call[step.call];
    feed_make(&f, d->p, step.call, step.phase, d->p->decided ? other : model);
    if (!can_feed(d, c->rank, &f.event)) {
      waiting |= 1u << c->rank;
      continue;
    }
    if (watches(d, c, &f.event))
      feed(d, c->rank, &f.event);
    schedule_take(s, &step);
    if (d->p->delivery == DELIVER_AT_ONCE)
      deliver_all(d);
    return 1;
  }
  d->stuck = waiting;
  return 0;
}

static void finalize(struct player *d) {
  for (int r = 0; r < d->p->ranks; r++)
    check_push(d->check[r]);
  deliver_all(d);
  int suspects = 0;
  for (int r = 0; r < d->p->ranks; r++)
    suspects |= check_suspects(d->check[r]);
  for (int r = 0; r < d->p->ranks && suspects; r++)
    check_settle(d->check[r], 1);
  deliver_all(d);
  for (int r = 0; r < d->p->ranks; r++) {
    struct event e;
    memset(&e, 0, sizeof e);
    e.kind = EVENT_FINALIZE;
    e.call = CALL_Finalize;
    e.rank = r;
    e.target = -1;
    e.stack = ACTS + 1;
    e.seq = 2 * ACTS + 1;
    feed(d, r, &e);
  }
  deliver_all(d);
  for (int r = 0; r < d->p->ranks; r++) {
    if (check_failed(d->check[r]))
      d->out->trouble = "the checker failed";
    if (check_gaps(d->check[r]).lost)
      d->out->trouble = "the checker forgot accesses";
  }
}

static void begin(struct player *d, const struct program *p, int model, struct played *out) {
  memset(out, 0, sizeof *out);
  memset(d, 0, sizeof *d);
  d->p = p;
  d->out = out;
  d->random = p->schedule + 1;
  for (int r = 0; r < p->ranks; r++) {
    d->place[r] = (struct place_of){d, r};
    struct check_output o = {.context = &d->place[r], .finding = on_finding, .send = on_send};
    d->check[r] = check_new(r, p->ranks, 0, &o);
    if (!d->check[r])
      abort();
    if (p->decided)
      check_model(d->check[r], (enum model)model);
  }
}

static int play_order(const struct program *p, int model, int as_listed, struct played *out) {
  struct schedule s;
  struct player d;
  schedule_begin(&s, p, as_listed);
  begin(&d, p, model, out);
  while (take_any(&d, &s, model))
    ;
  int ended = schedule_ended(&s);
  if (ended)
    finalize(&d);
  else
    out->trouble = d.stuck ? "a rank waits for a message that is never sent" : "a deadlock";
  deliver_all(&d);
  for (int r = 0; r < p->ranks; r++)
    check_free(d.check[r]);
  return ended || d.stuck;
}

/* If the random order ends in a deadlock, because of locks, the program is played again in the
 * order of the list. */
void play(const struct program *p, int model, struct played *out) {
  if (p->schedule && play_order(p, model, 0, out))
    return;
  if (p->schedule)
    free(out->item);
  play_order(p, model, 1, out);
}
