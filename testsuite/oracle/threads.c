/* threads.c: gives the calls of a program to threads. Each of these acts says that a thread
 * begins, or learns what another one has done so far. */
#include "threads.h"

/* A thread that no act has begun counts as the first one. */
int threads_line(const struct program *p, int call) {
  const struct act *c = &p->call[call];
  for (int i = 0; i <= call; i++) {
    const struct act *b = &p->call[i];
    if (b->kind == EVENT_THREAD && b->flag && b->rank == c->rank && b->thread == c->thread)
      return c->thread;
  }
  return 0;
}

int threads_last(const struct program *p, int before, int rank, int thread) {
  for (int i = before - 1; i >= 0; i--)
    if (p->call[i].rank == rank && threads_line(p, i) == thread)
      return i;
  return -1;
}

int threads_any(const struct program *p, int rank) {
  for (int i = 0; i < p->calls; i++)
    if (p->call[i].kind == EVENT_THREAD && p->call[i].rank == rank)
      return 1;
  return 0;
}

struct maker {
  struct program *p;
  uint64_t *random;
  int begun[RANKS]; /* how many threads each rank has; 0: it has no others */
  int most[RANKS], now[RANKS];
  int learn, tags; /* learn: how often a thread learns, per cent of calls */
};

static void add(struct maker *m, int rank, int thread, int from, int begins) {
  if (m->p->calls == ACTS)
    return;
  struct act *c = &m->p->call[m->p->calls++];
  *c = call_make(EVENT_THREAD, rank, 0);
  c->thread = thread;
  c->target = from;
  c->flag = begins;
  c->tag = ++m->tags;
}

static int below(struct maker *m, int n) {
  return random_below(m->random, n);
}

/* Before a call of the rank: another thread may come, or learn something. */
static void before_call(struct maker *m, int rank) {
  if (m->begun[rank] < m->most[rank] && !below(m, 4)) {
    add(m, rank, m->begun[rank], below(m, m->begun[rank]), 1);
    m->begun[rank]++;
  }
  while (m->begun[rank] > 1 && below(m, 100) < m->learn)
    add(m, rank, below(m, m->begun[rank]), below(m, m->begun[rank]), 0);
  if (!below(m, 3))
    m->now[rank] = below(m, m->begun[rank]);
}

void threads_add(struct program *p, uint64_t *random) {
  static struct program all;
  struct maker m = {.p = p, .random = random};
  all = *p;
  m.learn = below(&m, 60);
  for (int i = 0; i < all.calls; i++)
    m.tags = all.call[i].tag > m.tags ? all.call[i].tag : m.tags;
  for (int r = 0; r < p->ranks; r++) {
    m.begun[r] = 1;
    m.most[r] = below(&m, 3) ? 1 + below(&m, THREADS) : 1;
  }
  p->calls = 0;
  for (int i = 0; i < all.calls; i++) {
    struct act c = all.call[i];
    int apart = c.kind != EVENT_WIN_CREATE && c.kind != EVENT_WIN_FREE &&
                c.kind != EVENT_FENCE && c.kind != EVENT_ALL;
    if (apart && ACTS - p->calls > all.calls - i + 8)
      before_call(&m, c.rank);
    c.thread = m.now[c.rank];
    p->call[p->calls++] = c;
  }
}
