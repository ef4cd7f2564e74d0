#include "generate.h"
#include "threads.h"
#include <string.h>

#define CLOSING 60 /* about how many calls may be needed at the end to close all epochs */

int generate_chance(struct generator *g, int percent) {
  return random_below(&g->random, 100) < percent;
}

int generate_add(struct generator *g, struct act *calls, int count, int tag) {
  struct legal trial = g->legal;
  if (g->p->calls + count > ACTS)
    return 0;
  for (int i = 0; i < count; i++)
    if (!legal_step(&trial, &calls[i]))
      return 0;
  g->legal = trial;
  for (int i = 0; i < count; i++) {
    calls[i].tag = tag ? tag : g->tags + 1;
    g->p->call[g->p->calls++] = calls[i];
  }
  g->tags += !tag;
  return 1;
}

int generate_target(struct generator *g, int win) {
  return generate_chance(g, g->hot) ? 0 : random_below(&g->random, g->p->window[win].count);
}

static int below(struct generator *g, int n) {
  return random_below(&g->random, n);
}

static int make_base(struct generator *g, int odd) {
  return odd ? below(g, 21) : 4 * below(g, 6);
}

static int make_size(struct generator *g, int odd) {
  return odd ? 8 + below(g, 17) : 4 * (2 + below(g, 5));
}

/* Windows lie in the first three quarters of the memory, so that some buffers can lie outside
 * of all windows. */
static void make_window(struct generator *g, struct window *w) {
  static const int units[] = {1, 1, 2, 4};
  int order[RANKS], some = generate_chance(g, 30);
  for (int i = 0; i < g->p->ranks; i++) {
    int k = some ? below(g, i + 1) : i;
    order[i] = order[k];
    order[k] = i;
  }
  w->flavor = generate_chance(g, 12) ? FLAVOR_DYNAMIC : FLAVOR_CREATE;
  w->info = (generate_chance(g, 10) ? INFO_SAME_OP : 0) |
            (generate_chance(g, 10) ? INFO_UNORDERED : 0);
  w->count = some ? 1 + below(g, g->p->ranks) : g->p->ranks;
  int odd = generate_chance(g, 50), unit = units[below(g, 4)];
  int base = make_base(g, odd), size = make_size(g, odd);
  int each = generate_chance(g, 50);
  for (int i = 0; i < w->count; i++) {
    w->member[i] = order[i];
    w->base[i] = each ? make_base(g, odd) : base;
    w->size[i] = each ? make_size(g, odd) : size;
    w->unit[i] = w->flavor == FLAVOR_DYNAMIC ? 1 : each ? units[below(g, 4)] : unit;
  }
}

static int add_create(struct generator *g) {
  struct act calls[3 * RANKS];
  int n = 0, win = 1;
  while (win <= WINDOWS && g->legal.window[win].life)
    win++;
  if (win > WINDOWS)
    return 0;
  struct window *w = &g->p->window[win];
  if (!w->count) {
    make_window(g, w);
    g->p->windows = win;
  }
  for (int i = 0; i < w->count; i++)
    calls[n++] = call_make(EVENT_WIN_CREATE, w->member[i], win);
  for (int i = 0; i < w->count && w->flavor == FLAVOR_DYNAMIC; i++)
    calls[n++] = call_make(EVENT_ATTACH, w->member[i], win);
  for (int r = 0; r < g->p->ranks && w->flavor == FLAVOR_DYNAMIC; r++)
    calls[n++] = call_make(EVENT_ALL, r, 0);
  return generate_add(g, calls, n, 0);
}

int generate_message(struct generator *g, int from, int to, int key) {
  int number = g->legal.sent[from][to][key];
  struct act calls[2] = {call_make(EVENT_RELEASE, from, 0), call_make(EVENT_ACQUIRE, to, 0)};
  calls[0].target = to;
  calls[1].target = from;
  calls[0].key = calls[1].key = key;
  calls[1].number = number;
  if (!generate_add(g, calls, generate_chance(g, 85) ? 2 : 1, 0))
    return 0;
  g->edge_tag[from][to][key][number] = g->tags;
  return 1;
}

static int add_message(struct generator *g, int rank) {
  int to = below(g, g->p->ranks), key = below(g, KEYS);
  return generate_message(g, rank, to, key);
}

/* Adds the acquire of a message that was sent; not always of the oldest one. */
static int add_acquire(struct generator *g, int rank) {
  int from = below(g, g->p->ranks), key = below(g, KEYS);
  int number = below(g, g->legal.sent[from][rank][key]);
  struct act c = call_make(EVENT_ACQUIRE, rank, 0);
  c.target = from;
  c.key = key;
  c.number = number;
  return generate_add(g, &c, 1, g->edge_tag[from][rank][key][number]);
}

int generate_call(struct generator *g, struct act *c) {
  int request = c->request;
  if (!generate_add(g, c, 1, 0))
    return 0;
  if (request) {
    g->request[c->rank] = request;
    g->request_tag[c->rank][request] = g->tags;
  }
  return 1;
}

static int add_done(struct generator *g, int rank) {
  struct act c = call_make(EVENT_REQUEST_DONE, rank, 0);
  c.request = 1 + below(g, g->request[rank]);
  return generate_add(g, &c, 1, g->request_tag[rank][c.request]);
}

static int add_flush(struct generator *g, int win, int me) {
  const struct window *w = &g->p->window[win];
  struct act c = call_make(EVENT_FLUSH, w->member[me], win);
  c.flag = generate_chance(g, 35);
  c.target = generate_chance(g, 30) ? -1 : below(g, w->count);
  return generate_add(g, &c, 1, 0);
}

static int add_epoch(struct generator *g, int win, int me) {
  int rank = g->p->window[win].member[me];
  if (!generate_lock(g, win, me, 0))
    return 0;
  for (int i = below(g, 3); i >= 0; i--) {
    struct act c = call_make(EVENT_ACCESS, rank, 0);
    if (g->legal.window[win].lock[me][me] && generate_chance(g, 60)) {
      generate_access(g, &c);
    } else {
      c.win = win;
      generate_op(g, &c);
    }
    generate_call(g, &c);
  }
  generate_unlock(g, win, me);
  if (generate_chance(g, 50))
    add_message(g, rank);
  return 1;
}

static int act_in_window(struct generator *g, enum action what, int win, int me) {
  struct act c = call_make(EVENT_SYNC, g->p->window[win].member[me], win);
  switch (what) {
  case DO_FENCE:
    return generate_collective(g, EVENT_FENCE, win);
  case DO_FREE:
    return generate_collective(g, EVENT_WIN_FREE, win);
  case DO_POST:
    return generate_session(g, win);
  case DO_START:
    return generate_start(g, win, me);
  case DO_COMPLETE:
    return generate_complete(g, win, me);
  case DO_WAIT:
    return generate_wait(g, win, me, generate_chance(g, 50));
  case DO_LOCK:
  case DO_LOCK_ALL:
    return generate_lock(g, win, me, what == DO_LOCK_ALL);
  case DO_UNLOCK:
    return generate_unlock(g, win, me);
  case DO_FLUSH:
    return add_flush(g, win, me);
  case DO_SYNC:
    return generate_add(g, &c, 1, 0);
  case DO_FLAG:
    return generate_flags(g, win, me, generate_target(g, win));
  case DO_EPOCH:
    return add_epoch(g, win, me);
  case DO_OP:
    generate_op(g, &c);
    return generate_call(g, &c);
  default:
    return 0;
  }
}

static int act(struct generator *g, enum action what) {
  int rank = below(g, g->p->ranks), win = 1 + below(g, g->p->windows);
  struct act c = call_make(EVENT_ACCESS, rank, 0);
  switch (what) {
  case DO_CREATE:
    return add_create(g);
  case DO_ACCESS:
    generate_access(g, &c);
    return generate_call(g, &c);
  case DO_DONE:
    return g->request[rank] && add_done(g, rank);
  case DO_MESSAGE:
    return add_message(g, rank);
  case DO_ACQUIRE:
    return add_acquire(g, rank);
  case DO_ALL:
    return generate_collective(g, EVENT_ALL, 0);
  default:
    return g->p->windows && act_in_window(g, what, win, below(g, g->p->window[win].count));
  }
}

static enum action choose(struct generator *g) {
  int n = below(g, g->total), i = 0;
  while (n >= g->weight[i])
    n -= g->weight[i++];
  return (enum action)i;
}

int generate_any(struct generator *g) {
  return act(g, choose(g));
}

static void leave_out_polls(struct generator *g) {
  g->polls = 0;
  g->total -= g->weight[DO_FLAG];
  g->weight[DO_FLAG] = 0;
}

/* Chooses how often each action occurs in this program. Some do not occur at all. */
static void choose_mixture(struct generator *g) {
  static const int usual[ACTIONS] = {
      [DO_FENCE] = 6, [DO_POST] = 5,     [DO_START] = 8,  [DO_COMPLETE] = 5, [DO_WAIT] = 8,
      [DO_LOCK] = 12, [DO_LOCK_ALL] = 4, [DO_UNLOCK] = 6, [DO_FLUSH] = 8,    [DO_SYNC] = 3,
      [DO_OP] = 110,  [DO_ACCESS] = 14,  [DO_DONE] = 4,   [DO_MESSAGE] = 8,  [DO_ACQUIRE] = 2,
      [DO_EPOCH] = 8, [DO_ALL] = 2,      [DO_CREATE] = 2, [DO_FREE] = 1,     [DO_FLAG] = 2};
  for (int i = 0; i < ACTIONS; i++) {
    g->weight[i] = usual[i] * (1 + below(g, 6));
    if (i < DO_OP && generate_chance(g, 25))
      g->weight[i] = 0;
    g->total += g->weight[i];
  }
  if (generate_chance(
          g, 60)) { /* fewer operations, so that a larger part of the calls makes order */
    g->total -= 2 * g->weight[DO_OP] / 3;
    g->weight[DO_OP] -= 2 * g->weight[DO_OP] / 3;
  }
  g->apart = below(g, 100);
  g->exclusive = below(g, 101);
  g->hot = below(g, 100);
  g->same_type = below(g, 100);
  g->polls = generate_chance(g, 40) ? below(g, 60) : 0;
  if (!g->polls)
    leave_out_polls(g);
}

/* Adds MPI_MODE_NOPUT and MPI_MODE_NOSTORE to some calls, if what they assert is true of the
 * whole program. */
static void promise(struct generator *g) {
  for (int i = 0; i < g->p->calls; i++) {
    struct act *c = &g->p->call[i];
    if (c->kind != EVENT_FENCE && c->kind != EVENT_POST)
      continue;
    const struct window *w = &g->p->window[c->win];
    int me = window_index(w, c->rank), put = 0, store = 0;
    for (int k = 0; k < g->p->calls; k++) {
      const struct act *o = &g->p->call[k];
      put |= o->kind == EVENT_OP && o->win == c->win && o->target == me && o->op != RMA_GET;
      for (int part = PART_ORIGIN; part < PARTS && o->rank == c->rank; part++)
        store |= (call_bytes(g->p, o, (enum part)part) & window_bytes(w, me)) != 0;
    }
    if (!put && generate_chance(g, 40))
      c->assertion |= ASSERT_NOPUT;
    if (!store && generate_chance(g, 40))
      c->assertion |= ASSERT_NOSTORE;
  }
}

static void choose_play(struct generator *g) {
  g->p->delivery = below(g, 6) ? DELIVER_RANDOM : below(g, 2) ? DELIVER_AT_ONCE : DELIVER_LATE;
  g->p->schedule = generate_chance(g, 15) ? 0 : random_next(&g->random) >> 20;
  g->p->eager = generate_chance(g, 50);
  g->p->watched = generate_chance(g, 30);
  g->p->decided = generate_chance(g, 20);
}

void generate(struct program *p, uint64_t seed, struct generated with) {
  struct generator g;
  memset(p, 0, sizeof *p);
  memset(&g, 0, sizeof g);
  g.p = p;
  g.random = seed;
  p->seed = seed;
  p->ranks = 2 + (below(&g, 2) ? below(&g, RANKS - 1) : below(&g, 2));
  legal_begin(&g.legal, p);
  choose_mixture(&g);
  if (with.threads)
    leave_out_polls(&g);
  choose_play(&g);
  int wanted = 5 + below(&g, 36), windows = 1 + (below(&g, 3) == 0) + (below(&g, 8) == 0);
  for (int i = 0; i < windows; i++)
    add_create(&g);
  g.room = ACTS - CLOSING;
  if (with.loops) {
    wanted += below(&g, 60);
    p->retires = below(&g, 2);
    p->brief = (int)(seed & 1);
  }
  wanted += p->calls;
  for (int tries = 0; tries < 600 && p->calls < wanted && p->calls < g.room; tries++)
    if (with.loops && generate_chance(&g, 40))
      generate_loop(&g);
    else
      generate_any(&g);
  generate_close(&g);
  promise(&g);
  if (with.loops)
    generate_lines(&g);
  if (with.threads)
    threads_add(p, &g.random);
}
