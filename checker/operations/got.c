#include "got.h"
#include <stdlib.h>
#include "checker/core/clock.h"

#define PLACES 8 /* at which values are remembered; the oldest goes */

struct got {
  uint64_t win, seq; /* seq: of the last get there */
  int32_t target;
  int64_t disp;
  uint8_t width; /* of `read`; 0: nothing is remembered */
  uint8_t old;   /* the process has learned more since then */
  uint64_t read;
  struct clock *clock; /* what it knew then */
};

struct gots {
  struct got at[PLACES];
  unsigned next;
};

/* How many are in use. */
static int places(const struct gots *all) {
  return !all ? 0 : all->next < PLACES ? (int)all->next : PLACES;
}

static void forget(struct got *g) {
  clock_drop(g->clock);
  g->clock = NULL;
  g->width = 0;
}

static struct got *place_of(struct gots *all, const struct event *op) {
  for (int i = 0; i < places(all); i++) {
    struct got *g = &all->at[i];
    if (g->win == op->win && g->target == op->target && g->disp == op->u.op.disp)
      return g;
  }
  struct got *g = &all->at[all->next++ % PLACES];
  forget(g);
  g->win = op->win;
  g->target = op->target;
  g->disp = op->u.op.disp;
  return g;
}

void got_issued(struct check *c, const struct event *op) {
  if (!c->gots && !(c->gots = calloc(1, sizeof *c->gots)))
    return;
  place_of(c->gots, op)->seq = op->seq;
}

static struct got *got_find(const struct check *c, const struct event *value) {
  for (int i = 0; i < places(c->gots); i++) {
    struct got *g = &c->gots->at[i];
    if (g->seq == value->u.value.seq && g->win == value->win)
      return g;
  }
  return NULL;
}

/* If the same was read before, the others stay as new as they are: the values of two places by
 * turns would never do. */
int got_news(struct check *c, const struct event *value) {
  const struct event_value *v = &value->u.value;
  struct got *g = got_find(c, value);
  int same = g && g->width == v->width && g->read == v->read;
  if (same && !g->old && g->clock == c->clock)
    return 0;
  if (!same)
    got_outdate(c, 0, -1);
  if (g) {
    forget(g);
    g->width = v->width;
    g->old = 0;
    g->read = v->read;
    g->clock = clock_hold(c->clock);
  }
  return 1;
}

void got_outdate(struct check *c, uint64_t win, int32_t target) {
  for (int i = 0; i < places(c->gots); i++) {
    struct got *g = &c->gots->at[i];
    g->old |= target < 0 || (g->win == win && g->target == target);
  }
}

void got_free(struct check *c) {
  for (int i = 0; i < places(c->gots); i++)
    forget(&c->gots->at[i]);
  free(c->gots);
}
