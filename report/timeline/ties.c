/* ties.c: which nodes of different processes are tied: a message and its receive, the calls
 * that all have to enter before one leaves, MPI_Win_post with MPI_Win_start, MPI_Win_complete
 * with MPI_Win_wait (sections 11.5.1 and 11.5.2 of MPI-3.1). Both sides name a tie by the same
 * key; calls that are alike are numbered in the order in which each process makes them. */
#include <stdlib.h>
#include <string.h>
#include "track.h"

enum { TIE_MESSAGE, TIE_MEETING, TIE_POST, TIE_COMPLETE, TIE_COUNT };

struct tie_key {
  uint64_t what, key, number;
  int64_t world, from, to;
};

struct tie {
  struct tie_key key;
  uint32_t node; /* plus one; of a count: how many there were */
  UT_hash_handle hh;
};

struct finding_ties {
  struct ties *out;
  struct tie *table;
  int failed;
};

static struct tie *tie_of(struct finding_ties *f, const struct tie_key *key) {
  struct tie *t;
  HASH_FIND(hh, f->table, key, sizeof *key, t);
  if (t)
    return t;
  if (!(t = calloc(1, sizeof *t))) {
    f->failed = 1;
    return NULL;
  }
  t->key = *key;
  HASH_ADD(hh, f->table, key, sizeof t->key, t);
  return t;
}

static void pair(struct finding_ties *f, uint32_t from, uint32_t to) {
  struct ties *s = f->out;
  if (s->pairs == s->room) {
    size_t room = s->room ? s->room * 2 : 1024;
    struct tie_pair *more = realloc(s->pair, room * sizeof *more);
    if (!more) {
      f->failed = 1;
      return;
    }
    s->pair = more;
    s->room = room;
  }
  s->pair[s->pairs++] = (struct tie_pair){from, to};
}

/* How many calls of this kind the process has made before. */
static uint64_t count(struct finding_ties *f, const struct track *t, uint64_t what,
                      uint64_t key, int64_t from, int64_t to) {
  struct tie_key k = {TIE_COUNT, key, what, (int64_t)(t - t->all->track), from, to};
  struct tie *n = tie_of(f, &k);
  return n ? n->node++ : 0;
}

static void source(struct finding_ties *f, const struct tie_key *key, uint32_t node) {
  struct tie *t = tie_of(f, key);
  if (t)
    t->node = node + 1;
}

static void sink(struct finding_ties *f, const struct tie_key *key, uint32_t node) {
  struct tie *t;
  HASH_FIND(hh, f->table, key, sizeof *key, t);
  if (t && t->node)
    pair(f, t->node - 1, node);
}

/* Each process that enters is before a node of the meeting itself, and that before all that
 * leave it. */
static void meet(struct finding_ties *f, const struct track *t, const struct track_step *m) {
  uint64_t nth = count(f, t, TIE_MEETING + 16u * m->kind, m->win, 0, 0);
  struct tie_key key = {TIE_MEETING + 16u * m->kind, m->win, nth, t->first, 0, 0};
  struct tie *of = tie_of(f, &key);
  if (!of)
    return;
  if (!of->node)
    of->node = ++f->out->nodes;
  if (!(m->assertion & ASSERT_NOSUCCEED) || m->kind == EVENT_FENCE)
    pair(f, m->node, of->node - 1);
  if (!(m->assertion & ASSERT_NOPRECEDE) && m->end_seq)
    pair(f, of->node - 1, m->end_node);
}

static void groups(struct finding_ties *f, const struct track *t, const struct track_step *m,
                   uint64_t what, const struct track_step *named, int is_source) {
  for (int32_t i = 0; i < named->members; i++) {
    int32_t peer = named->group[i], from = is_source ? t->rank : peer;
    int32_t to = is_source ? peer : t->rank;
    uint64_t nth = count(f, t, what + (is_source ? 16u : 32u), m->win, from, to);
    struct tie_key key = {what, m->win, nth, t->first, from, to};
    if (is_source)
      source(f, &key, m->node);
    else if (m->end_seq)
      sink(f, &key, m->end_node);
  }
}

static const struct track_step *latest(const struct track *t, size_t before, uint64_t win,
                                       int kind) {
  for (size_t i = before; i; i--)
    if (t->moment[i - 1].kind == kind && t->moment[i - 1].win == win)
      return &t->moment[i - 1];
  return NULL;
}

/* Of releases under one key the order is the number. */
static void message(struct finding_ties *f, const struct track *t, const struct track_step *m,
                    int is_source) {
  struct tie_key key = {TIE_MESSAGE, m->key, m->number, t->first, m->other, t->rank};
  if (!is_source) {
    sink(f, &key, m->node);
    return;
  }
  key.from = t->rank;
  key.to = m->other;
  key.number = count(f, t, TIE_MESSAGE, m->key, t->rank, m->other);
  source(f, &key, m->node);
}

static void tie(struct finding_ties *f, const struct track *t, size_t i, int is_source) {
  const struct track_step *m = &t->moment[i], *named;
  switch (m->kind) {
  case EVENT_RELEASE:
  case EVENT_ACQUIRE:
    if ((m->kind == EVENT_RELEASE) == is_source)
      message(f, t, m, is_source);
    break;
  case EVENT_POST:
    if (is_source)
      groups(f, t, m, TIE_POST, m, 1);
    break;
  case EVENT_START:
    if (!is_source)
      groups(f, t, m, TIE_POST, m, 0);
    break;
  case EVENT_COMPLETE:
    if (is_source && (named = latest(t, i, m->win, EVENT_START)))
      groups(f, t, m, TIE_COMPLETE, named, 1);
    break;
  case EVENT_WAIT:
  case EVENT_TEST:
    if (!is_source && (m->kind == EVENT_WAIT || m->flag) &&
        (named = latest(t, i, m->win, EVENT_POST)))
      groups(f, t, m, TIE_COMPLETE, named, 0);
    break;
  default:
    if (is_source && event_traits(m->kind) & EVENT_MEETS)
      meet(f, t, m);
    break;
  }
}

int ties_find(const struct timeline *t, struct ties *s) {
  struct finding_ties f = {.out = s};
  struct tie *n, *next;
  for (int is_source = 1; is_source >= 0; is_source--)
    for (size_t k = 0; k < t->tracks; k++)
      for (size_t i = 0; i < t->track[k].moments; i++)
        tie(&f, &t->track[k], i, is_source);
  HASH_ITER(hh, f.table, n, next) {
    HASH_DEL(f.table, n);
    free(n);
  }
  return f.failed ? -1 : 0;
}
