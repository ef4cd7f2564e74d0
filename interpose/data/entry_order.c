#include "entry_order.h"
#include <stdint.h>

/* The blocks begin at at[i]; length: of each, NULL: of all the same. */
static int blocks_decrease(const struct contents *c, const struct shape *const *part,
                           const int64_t *length, const int64_t *at) {
  int64_t last = INT64_MIN;
  for (int64_t i = 0; i < c->number[0]; i++) {
    const struct shape *s = part[c->types > 1 ? i : 0];
    if (!s->size || (length && !length[i]))
      continue;
    int64_t begin = at[i] + (c->types > 1 ? s->lo : 0);
    if (begin < last)
      return 1;
    last = begin;
  }
  return 0;
}

static int made_decreasing(const struct contents *c, const struct shape *const *part) {
  const int64_t *v = c->number, n = c->integers ? v[0] : 0;
  switch (c->combiner) {
  case MPI_COMBINER_VECTOR:
  case MPI_COMBINER_HVECTOR:
    return n > 1 && v[1] > 0 && v[2] < 0;
  case MPI_COMBINER_INDEXED:
  case MPI_COMBINER_HINDEXED:
  case MPI_COMBINER_STRUCT:
    return blocks_decrease(c, part, v + 1, v + 1 + n);
  case MPI_COMBINER_INDEXED_BLOCK:
  case MPI_COMBINER_HINDEXED_BLOCK:
    return v[1] > 0 && blocks_decrease(c, part, NULL, v + 2);
  default:
    return 0;
  }
}

int entries_decrease(const struct contents *c, const struct shape *const *part) {
  /* With large counts the number of blocks is not the first of the integers. */
  int found = c->counts ? 0 : made_decreasing(c, part);
  for (int64_t i = 0; i < c->types && !found; i++)
    found = part[i]->decreases;
  return found;
}
