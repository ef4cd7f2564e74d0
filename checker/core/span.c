#include <string.h>
#include "array.h"
#include "span.h"
#include "state.h"

/* Returns the first span that ends after `at`, or at it. */
static int spans_place(const struct spans *s, int64_t at) {
  int lo = 0, hi = s->count;
  while (lo < hi) {
    int middle = lo + (hi - lo) / 2;
    if (s->at[middle].hi < at)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

int spans_hold(const struct spans *s, int64_t lo, int64_t hi) {
  int i = spans_place(s, hi);
  return s->all || (i < s->count && s->at[i].lo <= lo);
}

int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi) {
  int from = spans_place(s, lo), to = from;
  while (to < s->count && s->at[to].lo <= hi) {
    lo = s->at[to].lo < lo ? s->at[to].lo : lo;
    hi = s->at[to].hi > hi ? s->at[to].hi : hi;
    to++;
  }
  s->at = check_grow(c, s->at, &s->room, s->count + 1, sizeof *s->at);
  if (c->failed)
    return 0;
  memmove(s->at + from + 1, s->at + to, (size_t)(s->count - to) * sizeof *s->at);
  s->at[from] = (struct span){lo, hi};
  s->count += 1 - (to - from);
  return 1;
}
