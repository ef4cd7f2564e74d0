/* epochs.c: adds the calls that open and close epochs to a random program. */
#include "generate.h"

static int below(struct generator *g, int n) {
  return random_below(&g->random, n);
}

/* Adds a fence (perhaps with assertions), MPI_Win_free or EVENT_ALL, by all members in random
 * order. */
int generate_collective(struct generator *g, int kind, int win) {
  struct act calls[RANKS];
  const struct window *w = &g->p->window[win];
  int count = win ? w->count : g->p->ranks, assertion = 0;
  if (kind == EVENT_FENCE && generate_chance(g, 30))
    assertion |= ASSERT_NOPRECEDE;
  if (kind == EVENT_FENCE && generate_chance(g, 25))
    assertion |= ASSERT_NOSUCCEED;
  for (int i = 0; i < count; i++) {
    int k = below(g, i + 1);
    calls[i] = calls[k];
    calls[k] = call_make(kind, win ? w->member[i] : i, win);
    calls[k].assertion = assertion;
  }
  return generate_add(g, calls, count, 0);
}

/* Chooses which members post to which: group[target] has a bit for each origin. */
static void choose_pairs(struct generator *g, int win, int group[RANKS]) {
  const struct legal_window *s = &g->legal.window[win];
  int count = g->p->window[win].count, origins = 0;
  for (int o = 0; o < count; o++)
    origins |= (!g->to_start[win][o] && !s->access[o] && generate_chance(g, 60)) << o;
  for (int t = 0; t < count; t++)
    group[t] = s->exposed >> t & 1 ? 0 : origins & below(g, 1 << count);
}

static int post_all(struct generator *g, int win, const int group[RANKS], int nocheck,
                    int tells) {
  const struct window *w = &g->p->window[win];
  struct act calls[RANKS + 2 * RANKS * RANKS];
  int n = 0;
  for (int t = 0; t < w->count; t++)
    if (group[t]) {
      calls[n] = call_make(EVENT_POST, w->member[t], win);
      calls[n].group = group[t];
      calls[n++].assertion = nocheck ? ASSERT_NOCHECK : 0;
    }
  for (int t = 0; t < w->count && tells; t++)
    for (int o = 0; o < w->count; o++)
      if (o != t && group[t] >> o & 1) {
        int from = w->member[t], to = w->member[o];
        calls[n] = call_make(EVENT_RELEASE, from, 0);
        calls[n++].target = to;
        calls[n] = call_make(EVENT_ACQUIRE, to, 0);
        calls[n].target = from;
        calls[n++].number = g->legal.sent[from][to][0];
      }
  return n && generate_add(g, calls, n, 0);
}

/* Adds the posts of some targets; the starts that belong to them are added later. With
 * MPI_MODE_NOCHECK the post must come before the start, which a message ensures in most
 * programs. */
int generate_session(struct generator *g, int win) {
  int group[RANKS] = {0}, nocheck = generate_chance(g, 15);
  choose_pairs(g, win, group);
  if (!post_all(g, win, group, nocheck, nocheck && generate_chance(g, 60)))
    return 0;
  for (int t = 0; t < RANKS; t++)
    for (int o = 0; o < RANKS && group[t]; o++) {
      g->post_tag[win][t] = g->tags;
      if (!(group[t] >> o & 1))
        continue;
      g->to_start[win][o] |= 1 << t;
      g->start_tag[win][o] = g->tags;
      g->start_assert[win][o] = nocheck ? ASSERT_NOCHECK : 0;
    }
  return 1;
}

int generate_start(struct generator *g, int win, int me) {
  struct act c = call_make(EVENT_START, g->p->window[win].member[me], win);
  c.group = g->to_start[win][me];
  c.assertion = g->start_assert[win][me];
  if (!c.group || !generate_add(g, &c, 1, g->start_tag[win][me]))
    return 0;
  g->to_start[win][me] = 0;
  return 1;
}

int generate_complete(struct generator *g, int win, int me) {
  struct act c = call_make(EVENT_COMPLETE, g->p->window[win].member[me], win);
  return generate_add(g, &c, 1, g->start_tag[win][me]);
}

int generate_wait(struct generator *g, int win, int me, int test) {
  struct act c = call_make(test ? EVENT_TEST : EVENT_WAIT, g->p->window[win].member[me], win);
  c.flag = test;
  if (generate_add(g, &c, 1, g->post_tag[win][me]))
    return 1;
  c.flag = 0;
  return test && generate_add(g, &c, 1, g->post_tag[win][me]);
}

int generate_lock(struct generator *g, int win, int me, int all) {
  const struct window *w = &g->p->window[win];
  struct act c = call_make(all ? EVENT_LOCK_ALL : EVENT_LOCK, w->member[me], win);
  if (!all) {
    c.target = generate_target(g, win);
    c.flag = generate_chance(g, g->exclusive);
  }
  c.assertion = generate_chance(g, 12) ? ASSERT_NOCHECK : 0;
  if (!generate_add(g, &c, 1, 0))
    return 0;
  g->lock_tag[win][me][all ? 0 : c.target] = g->tags;
  return 1;
}

int generate_unlock(struct generator *g, int win, int me) {
  const struct legal_window *s = &g->legal.window[win];
  int all = s->access[me] == ACCESS_LOCK_ALL, count = g->p->window[win].count;
  struct act c =
      call_make(all ? EVENT_UNLOCK_ALL : EVENT_UNLOCK, g->p->window[win].member[me], win);
  if (!all && s->access[me] != ACCESS_LOCK)
    return 0;
  int t = below(g, count);
  while (!s->lock[me][t])
    t = (t + 1) % count;
  c.target = all ? -1 : t;
  return generate_add(g, &c, 1, g->lock_tag[win][me][all ? 0 : t]);
}

static void close_requests(struct generator *g) {
  for (int r = 0; r < g->p->ranks; r++)
    for (int i = 1; i < REQUESTS; i++)
      if (g->legal.pending[r] >> i & 1) {
        struct act c = call_make(EVENT_REQUEST_DONE, r, 0);
        c.request = i;
        generate_add(g, &c, 1, g->request_tag[r][i]);
      }
}

static void close_window(struct generator *g, int win) {
  struct legal_window *s = &g->legal.window[win];
  int count = g->p->window[win].count;
  for (int i = 0; i < count; i++)
    while (s->access[i] >= ACCESS_LOCK && generate_unlock(g, win, i))
      ;
  for (int i = 0; i < count; i++) {
    if (s->access[i] == ACCESS_START)
      generate_complete(g, win, i);
    if (generate_start(g, win, i))
      generate_complete(g, win, i);
  }
  for (int i = 0; i < count; i++)
    if (s->exposed >> i & 1)
      generate_wait(g, win, i, 0);
  if (s->fence == FENCE_USED) {
    struct act calls[RANKS];
    for (int i = 0; i < count; i++)
      calls[i] = call_make(EVENT_FENCE, g->p->window[win].member[i], win);
    generate_add(g, calls, count, 0);
  }
}

void generate_close(struct generator *g) {
  close_requests(g);
  for (int win = 1; win <= g->p->windows; win++)
    close_window(g, win);
  for (int win = 1; win <= g->p->windows; win++)
    if (generate_chance(g, 40))
      generate_collective(g, EVENT_WIN_FREE, win);
}
