#include "entry_order.h"
#include <stdint.h>
#include "contents.h"

enum { DEPTH_MOST = 8 };

/* Where the first byte of an item is; *has_data: 0 if it has none. */
static int64_t first_byte(MPI_Datatype type, int *has_data) {
  MPI_Count lb = 0, extent = 0, size = 0;
  *has_data = REAL(Type_size_x)(type, &size) == MPI_SUCCESS && size > 0 &&
              REAL(Type_get_true_extent_x)(type, &lb, &extent) == MPI_SUCCESS;
  return lb;
}

/* The blocks begin at at[i]; length: of each, NULL: of all the same. */
static int blocks_decrease(const struct contents *c, const int64_t *length, const int64_t *at) {
  int64_t last = INT64_MIN;
  for (int64_t i = 0; i < c->number[0]; i++) {
    int has_data;
    int64_t lb = first_byte(c->type[c->types > 1 ? i : 0], &has_data);
    if (!has_data || (length && !length[i]))
      continue;
    int64_t begin = at[i] + (c->types > 1 ? lb : 0);
    if (begin < last)
      return 1;
    last = begin;
  }
  return 0;
}

static int made_decreasing(const struct contents *c) {
  const int64_t *v = c->number, n = c->integers ? v[0] : 0;
  switch (c->combiner) {
  case MPI_COMBINER_VECTOR:
  case MPI_COMBINER_HVECTOR:
    return n > 1 && v[1] > 0 && v[2] < 0;
  case MPI_COMBINER_INDEXED:
  case MPI_COMBINER_HINDEXED:
  case MPI_COMBINER_STRUCT:
    return blocks_decrease(c, v + 1, v + 1 + n);
  case MPI_COMBINER_INDEXED_BLOCK:
  case MPI_COMBINER_HINDEXED_BLOCK:
    return v[1] > 0 && blocks_decrease(c, NULL, v + 2);
  default:
    return 0;
  }
}

static int decreases(MPI_Datatype type, int depth) {
  struct contents c;
  if (depth == DEPTH_MOST || !contents_outline(&c, type) || combiner_predefined(c.combiner) ||
      !contents_read(&c, type))
    return 0;
  /* With large counts the number of blocks is not the first of the integers. */
  int found = c.counts ? 0 : made_decreasing(&c);
  for (int64_t i = 0; i < c.types && !found; i++)
    found = decreases(c.type[i], depth + 1);
  contents_drop(&c);
  return found;
}

int entries_decrease(MPI_Datatype type) {
  return decreases(type, 0);
}
