#include "group.h"
#include <stdlib.h>

static struct event_member at(const struct range *r, int32_t index) {
  struct event_member m = r->first;
  if (m.rank >= 0)
    m.rank += index - r->index;
  return m;
}

static int belongs(const struct range *r, int32_t index, const struct event_member *m) {
  struct event_member same = at(r, index);
  return same.rank == m->rank && same.size == m->size && same.disp_unit == m->disp_unit;
}

int group_make(struct group *g, int32_t count, const struct event_member *m) {
  int32_t room = 0;
  *g = (struct group){count, 0, NULL};
  for (int32_t i = 0; i < count; i++) {
    if (g->ranges && belongs(&g->range[g->ranges - 1], i, &m[i]))
      continue;
    if (g->ranges == room) {
      room = room ? 2 * room : 1;
      struct range *more = realloc(g->range, (size_t)room * sizeof *more);
      if (!more) {
        group_free(g);
        return 0;
      }
      g->range = more;
    }
    g->range[g->ranges++] = (struct range){i, m[i]};
  }
  return 1;
}

void group_free(struct group *g) {
  free(g->range);
  g->range = NULL;
  g->ranges = 0;
}

struct event_member group_member(const struct group *g, int32_t index) {
  if (g->ranges == 1) /* nearly all windows have one range */
    return at(&g->range[0], index);
  int32_t lo = 0, hi = g->ranges; /* range[lo] begins at or before it, range[hi] after it */
  while (hi - lo > 1) {
    int32_t middle = lo + (hi - lo) / 2;
    if (g->range[middle].index <= index)
      lo = middle;
    else
      hi = middle;
  }
  return at(&g->range[lo], index);
}

/* Members are all different, so this counts whether there are as many as ranks of the world,
 * none of them from another world. */
int group_whole(const struct group *g, int32_t size) {
  if (g->count != size)
    return 0;
  for (int32_t i = 0; i < g->ranges; i++)
    if (g->range[i].first.rank < 0)
      return 0;
  return 1;
}
