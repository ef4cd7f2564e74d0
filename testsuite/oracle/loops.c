/* loops.c: random programs with loops: runs of calls that a rank makes again and again, at the
 * same places or at others, and lines that make several calls. */
#include "generate.h"

static int below(struct generator *g, int n) {
  return random_below(&g->random, n);
}

/* What a loop changes in a call each time, in bytes; after `period` times it begins anew. */
struct step {
  int target, origin, period, elsewhere; /* elsewhere: per cent of other targets */
};

static struct step choose_step(struct generator *g, const struct act *c) {
  int size = place_size(&c->at[PART_TARGET]);
  const int targets[] = {0, 0, 0, size, size, basic_size(c->basic), below(g, 17) - 8};
  const int origins[] = {0, 0, place_size(&c->at[PART_ORIGIN]), below(g, 17) - 8};
  return (struct step){.target = targets[below(g, 7)],
                       .origin = origins[below(g, 4)],
                       .period = 1 + below(g, 5),
                       .elsewhere = generate_chance(g, 25) ? below(g, 60) : 0};
}

/* The displacement, if whole units say it; else the place itself. */
static void move_target(struct generator *g, struct act *c, int bytes) {
  int unit = g->p->window[c->win].unit[c->target];
  if (bytes % unit == 0)
    c->disp += bytes / unit;
  else
    place_move(&c->at[PART_TARGET], bytes);
}

static int repeat_op(struct generator *g, struct act *c, const struct step *s, int times) {
  int way = times % s->period;
  if (generate_chance(g, s->elsewhere))
    c->target = generate_target(g, c->win);
  move_target(g, c, way * s->target);
  for (int i = PART_ORIGIN; i < PARTS; i++)
    place_move(&c->at[i], way * s->origin);
  return generate_call(g, c);
}

static int repeat_access(struct generator *g, struct act *c, const struct step *s, int times) {
  place_move(&c->at[PART_ORIGIN], times % s->period * s->origin);
  return generate_call(g, c);
}

static int repeat_done(struct generator *g, struct act *c) {
  for (c->request = 1; c->request < REQUESTS; c->request++)
    if (g->legal.pending[c->rank] >> c->request & 1)
      return generate_add(g, c, 1, g->request_tag[c->rank][c->request]);
  return 0;
}

static int repeat_lock(struct generator *g, struct act *c, int me) {
  if (!generate_add(g, c, 1, 0))
    return 0;
  g->lock_tag[c->win][me][c->target < 0 ? 0 : c->target] = g->tags;
  return 1;
}

static int repeat(struct generator *g, struct act *c, const struct step *s, int times) {
  int me = c->win ? window_index(&g->p->window[c->win], c->rank) : 0;
  switch (c->kind) {
  case EVENT_OP:
    return repeat_op(g, c, s, times);
  case EVENT_ACCESS:
    return repeat_access(g, c, s, times);
  case EVENT_REQUEST_DONE:
    return repeat_done(g, c);
  case EVENT_RELEASE:
    return generate_message(g, c->rank, c->target, c->key);
  case EVENT_FLUSH:
  case EVENT_SYNC:
    return generate_add(g, c, 1, 0);
  case EVENT_LOCK:
  case EVENT_LOCK_ALL:
    return repeat_lock(g, c, me);
  case EVENT_UNLOCK:
  case EVENT_UNLOCK_ALL:
    return generate_add(g, c, 1, g->lock_tag[c->win][me][c->target < 0 ? 0 : c->target]);
  case EVENT_FENCE:
  case EVENT_ALL:
    return generate_collective(g, c->kind, c->win);
  case EVENT_POST:
    return generate_session(g, c->win);
  case EVENT_START:
    return generate_start(g, c->win, me);
  case EVENT_COMPLETE:
    return generate_complete(g, c->win, me);
  case EVENT_WAIT:
  case EVENT_TEST:
    return generate_wait(g, c->win, me, c->kind == EVENT_TEST);
  }
  return 0;
}

#define BODY 5 /* calls in a loop, at most */

/* The last calls of a rank, not always to the very last. */
static int choose_body(struct generator *g, int rank, struct act body[BODY]) {
  int most = 1 + below(g, BODY), skip = generate_chance(g, 70) ? 0 : below(g, 6), n = 0;
  for (int i = g->p->calls - 1; i >= 0 && n < most; i--)
    if (g->p->call[i].rank == rank && skip-- <= 0)
      body[n++] = g->p->call[i];
  for (int i = 0; i < n / 2; i++) {
    struct act first = body[i];
    body[i] = body[n - 1 - i];
    body[n - 1 - i] = first;
  }
  return n;
}

void generate_loop(struct generator *g) {
  struct act body[BODY];
  struct step step[BODY];
  int n = choose_body(g, below(g, g->p->ranks), body), times = 1 + below(g, 6);
  int mixed = generate_chance(g, 40) ? below(g, 40) : 0; /* per cent of other calls between */
  for (int i = 0; i < n; i++)
    step[i] = choose_step(g, &body[i]);
  for (int t = 1; t <= times; t++)
    for (int i = 0; i < n && g->p->calls < g->room; i++) {
      struct act c = body[i];
      repeat(g, &c, &step[i], t);
      if (generate_chance(g, mixed))
        generate_any(g);
    }
}

/* Whether one line can make both calls; strictly: whether they differ in the place alone. */
static int same_line(const struct act *a, const struct act *b, int strictly) {
  if (a->kind != b->kind || a->op != b->op || a->mpi != b->mpi || a->polls != b->polls ||
      !a->request != !b->request || (a->mpi && a->flag != b->flag))
    return 0;
  return !strictly || (a->win == b->win && a->target == b->target && a->flag == b->flag &&
                       a->basic == b->basic && a->reduce == b->reduce);
}

/* Of the calls before this one that it may share the line with, one at random. */
static int choose_line(struct generator *g, const struct act *c, int strictly) {
  int like[ACTS], n = 0;
  for (const struct act *b = g->p->call; b < c; b++)
    if (same_line(b, c, strictly))
      like[n++] = b->line;
  return n ? like[below(g, n)] : 0;
}

void generate_lines(struct generator *g) {
  int strictly = generate_chance(g, 60), fresh = generate_chance(g, 50) ? below(g, 40) : 0;
  int lines = 0;
  for (int i = 0; i < g->p->calls; i++) {
    struct act *c = &g->p->call[i];
    c->line = generate_chance(g, fresh) ? 0 : choose_line(g, c, strictly);
    if (!c->line)
      c->line = ++lines;
  }
}
