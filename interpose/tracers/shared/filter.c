#include "filter.h"
#include <stdlib.h>
#include <string.h>

#define MODULES 64
#define FAR 4096 /* blocks at least this far apart are marked one by one */
#define STALE_LEAST 16

struct mark {
  uint64_t from, to; /* granules, the last included */
};
/* What is marked. Kind 0: buffers in use, kind 1: windows. */
static struct marks {
  struct mark *at;
  size_t count, room, stale, live;
  int whole; /* there was no memory for the list, so everything counts as marked */
} marks[2];

static struct hooks *module[MODULES];
static int modules;

static void paint(unsigned char *filter, const struct mark *m, unsigned char set,
                  unsigned char clear) {
  uint64_t n = m->to - m->from + 1;
  if (n > HOOKS_GRANULES)
    n = HOOKS_GRANULES;
  for (uint64_t i = 0; i < n; i++) {
    unsigned char *byte = &filter[(m->from + i) & (HOOKS_GRANULES - 1)];
    *byte = (unsigned char)((*byte | set) & ~clear);
  }
}

static int painted(const unsigned char *filter, const struct mark *m, unsigned char bit) {
  for (uint64_t g = m->from; g <= m->to; g++)
    if (!(filter[g & (HOOKS_GRANULES - 1)] & bit))
      return 0;
  return 1;
}

static int keep(struct marks *all, const struct mark *m) {
  if (all->count == all->room) {
    size_t room = all->room ? 2 * all->room : 64;
    struct mark *more = realloc(all->at, room * sizeof *more);
    if (!more)
      return 0;
    all->at = more;
    all->room = room;
  }
  all->at[all->count++] = *m;
  return 1;
}

static void mark_block(int64_t lo, int64_t hi, int window) {
  struct mark m = {(uint64_t)lo >> HOOKS_SHIFT, (uint64_t)(hi - 1) >> HOOKS_SHIFT};
  unsigned char bit = (unsigned char)(1 << window);
  if (lo >= hi || (modules && painted(module[0]->filter, &m, bit)))
    return;
  if (!keep(&marks[window], &m))
    marks[window].whole = 1; /* never cleared */
  for (int i = 0; i < modules; i++)
    paint(module[i]->filter, &m, bit, 0);
}

void filter_mark(const struct event_run *run, int window) {
  if (!modules)
    return;
  marks[window].live++;
  if (run->count > 1 && run->stride >= FAR)
    for (int64_t i = 0; i < run->count; i++)
      mark_block(run->lo + i * run->stride, run->lo + i * run->stride + run->length, window);
  else
    mark_block(run->lo,
               run->lo + run->length + (run->count > 1 ? (run->count - 1) * run->stride : 0),
               window);
}

void filter_stale(int window) {
  marks[window].stale++;
}

static void clear(int window) {
  struct marks *all = &marks[window];
  for (size_t k = 0; k < all->count && !all->whole; k++)
    for (int i = 0; i < modules; i++)
      paint(module[i]->filter, &all->at[k], 0, (unsigned char)(1 << window));
  if (!all->whole)
    all->count = 0;
  all->stale = all->live = 0;
}

void filter_settle(void (*renew)(int window)) {
  for (int window = 0; window < 2; window++) {
    struct marks *all = &marks[window];
    if (!all->stale || (!window && all->stale < STALE_LEAST && all->stale < all->live) ||
        (!window && all->stale < all->live / 2))
      continue;
    clear(window);
    renew(window);
  }
}

void filter_module(struct hooks *h) {
  if (modules == MODULES)
    return;
  module[modules++] = h;
  for (int window = 0; window < 2; window++)
    for (size_t k = 0; k < marks[window].count; k++)
      paint(h->filter, &marks[window].at[k], (unsigned char)(1 << window), 0);
}

void filter_forget(const struct hooks *h) {
  for (int i = 0; i < modules; i++)
    if (module[i] == h)
      module[i--] = module[--modules];
}

int filter_tells(uintptr_t at) {
  for (int i = 0; i < modules; i++)
    if (at >= module[i]->tells && at < module[i]->tells_end)
      return 1;
  return 0;
}

void filter_stop(void) {
  for (int window = 0; window < 2; window++) {
    marks[window].whole = 0;
    clear(window);
  }
}
