#include "shape.h"
#include <stdlib.h>
#include <string.h>
#include "../include/basic.h"
#include "type.h"

static uint16_t basic_of(MPI_Datatype type) {
  const struct {
    MPI_Datatype type;
    uint16_t basic;
  } known[] = {
#define BASIC(name, class) {MPI_##name, BASIC_##name},
#ifdef FENCEPOST_OPENMPI
#define BASIC_MPICH(name, class)
#define BASIC_OPENMPI BASIC
#else
#define BASIC_MPICH BASIC
#define BASIC_OPENMPI(name, class)
#endif
#include "../include/basics.def"
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].type == type)
      return known[i].basic;
  return BASIC_UNKNOWN;
}

static void add_block(struct shape *s, int64_t at, int64_t length) {
  struct block *last = s->count ? &s->block[s->count - 1] : NULL;
  if (!length || s->opaque)
    return;
  if (last && last->at + last->length == at) {
    last->length += length;
    return;
  }
  if (s->count == s->room) {
    int room = s->room ? s->room * 2 : 4;
    struct block *grown =
        room > TYPE_BLOCKS_MOST ? NULL : realloc(s->block, (size_t)room * sizeof *grown);
    if (!grown) {
      s->opaque = 1;
      return;
    }
    s->block = grown;
    s->room = room;
  }
  s->block[s->count++] = (struct block){at, length};
}

/* `n` items of `part`, one extent apart. */
static void add_items(struct shape *s, const struct shape *part, int64_t at, int64_t n) {
  if (part->opaque)
    s->opaque = 1;
  if (part->count == 1 && part->block->length == part->extent) {
    add_block(s, at + part->block->at, n * part->extent);
    return;
  }
  for (int64_t i = 0; i < n && !s->opaque; i++)
    for (int b = 0; b < part->count; b++)
      add_block(s, at + i * part->extent + part->block[b].at, part->block[b].length);
}

static void add_basic(struct shape *s, const struct shape *part) {
  if (!part->size)
    return; /* MPI_LB, MPI_UB, empty datatypes */
  if (s->basic == BASICS)
    s->basic = part->basic;
  else if (s->basic != part->basic)
    s->basic =
        part->basic == BASIC_UNKNOWN || s->basic == BASIC_UNKNOWN ? BASIC_UNKNOWN : BASIC_MIXED;
}

/* What MPI_Type_get_contents says. */
struct contents {
  int combiner, ni, na, nd;
  int *i;
  MPI_Aint *a;
  MPI_Datatype *d;
};

static void build_subarray(struct shape *s, const struct contents *c,
                           const struct shape *part) {
  int n = c->i[0];
  const int *sizes = c->i + 1, *subs = sizes + n, *starts = subs + n;
  int fortran = c->i[3 * n + 1] == MPI_ORDER_FORTRAN;
  int64_t rows = 1, stride[32], index[32] = {0};
  if (n > 32) {
    s->opaque = 1;
    return;
  }
  /* dimension k = 0 is the fastest */
#define DIM(k) (fortran ? (k) : n - 1 - (k))
  for (int k = 0; k < n; k++) {
    stride[k] = k ? stride[k - 1] * sizes[DIM(k - 1)] : 1;
    rows *= k ? subs[DIM(k)] : 1;
  }
  for (int64_t r = 0; r < rows && !s->opaque; r++) {
    int64_t at = starts[DIM(0)];
    for (int k = 1; k < n; k++)
      at += (starts[DIM(k)] + index[k]) * stride[k];
    add_items(s, part, at * part->extent, subs[DIM(0)]);
    for (int k = 1; k < n && ++index[k] == subs[DIM(k)]; k++)
      index[k] = 0;
  }
#undef DIM
}

static void build_blocks(struct shape *s, const struct contents *c, const struct shape *part) {
  int n = c->ni ? c->i[0] : 0;
  int64_t e = part[0].extent;
  switch (c->combiner) {
  case MPI_COMBINER_DUP:
  case MPI_COMBINER_RESIZED:
    add_items(s, part, 0, 1);
    break;
  case MPI_COMBINER_CONTIGUOUS:
    add_items(s, part, 0, n);
    break;
  case MPI_COMBINER_VECTOR:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, part, (int64_t)k * c->i[2] * e, c->i[1]);
    break;
  case MPI_COMBINER_HVECTOR:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, part, k * (int64_t)c->a[0], c->i[1]);
    break;
  case MPI_COMBINER_INDEXED:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, part, c->i[1 + n + k] * e, c->i[1 + k]);
    break;
  case MPI_COMBINER_HINDEXED:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, part, c->a[k], c->i[1 + k]);
    break;
  case MPI_COMBINER_INDEXED_BLOCK:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, part, c->i[2 + k] * e, c->i[1]);
    break;
  case MPI_COMBINER_HINDEXED_BLOCK:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, part, c->a[k], c->i[1]);
    break;
  case MPI_COMBINER_STRUCT:
    for (int k = 0; k < n && !s->opaque; k++)
      add_items(s, &part[k], c->a[k], c->i[1 + k]);
    break;
  case MPI_COMBINER_SUBARRAY:
    build_subarray(s, c, part);
    break;
  default: /* darray cannot overlap; the rest is of Fortran 77 */
    s->opaque = 1;
    break;
  }
}

static int predefined(int combiner) {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

static int is_predefined(MPI_Datatype type) {
  int i, a, d, combiner;
  return type == MPI_DATATYPE_NULL ||
         REAL(Type_get_envelope)(type, &i, &a, &d, &combiner) != MPI_SUCCESS ||
         predefined(combiner);
}

static void take_apart(struct shape *s, struct contents *c, MPI_Datatype type) {
  c->i = calloc((size_t)c->ni + 1, sizeof *c->i);
  c->a = calloc((size_t)c->na + 1, sizeof *c->a);
  c->d = calloc((size_t)c->nd + 1, sizeof *c->d);
  struct shape *parts = calloc((size_t)c->nd + 1, sizeof *parts);
  s->basic = BASICS;
  if (!c->i || !c->a || !c->d || !parts ||
      REAL(Type_get_contents)(type, c->ni, c->na, c->nd, c->i, c->a, c->d)) {
    s->opaque = 1;
    s->basic = BASIC_UNKNOWN;
  } else {
    for (int k = 0; k < c->nd; k++) {
      shape_build(&parts[k], c->d[k]);
      if (c->combiner != MPI_COMBINER_STRUCT || c->i[1 + k])
        add_basic(s, &parts[k]);
    }
    build_blocks(s, c, parts);
    for (int k = 0; k < c->nd; k++) {
      shape_drop(&parts[k]);
      if (!is_predefined(c->d[k]))
        REAL(Type_free)(&c->d[k]);
    }
  }
  if (s->basic == BASICS)
    s->basic = BASIC_UNKNOWN;
  free(c->i);
  free(c->a);
  free(c->d);
  free(parts);
}

void shape_build(struct shape *s, MPI_Datatype type) {
  struct contents c = {0};
  MPI_Count lb, extent, size;
  memset(s, 0, sizeof *s);
  if (type == MPI_DATATYPE_NULL || REAL(Type_size_x)(type, &size) ||
      REAL(Type_get_extent_x)(type, &lb, &extent))
    return;
  s->size = size;
  s->extent = extent;
  if (REAL(Type_get_true_extent_x)(type, &lb, &extent))
    return;
  s->lo = lb;
  s->hi = lb + extent;
  s->valid = 1;
  if (REAL(Type_get_envelope)(type, &c.ni, &c.na, &c.nd, &c.combiner)) {
    s->derived = s->opaque = 1; /* built with large counts */
    return;
  }
  s->derived = !predefined(c.combiner);
  if (s->derived) {
    take_apart(s, &c, type);
  } else {
    s->basic = c.combiner == MPI_COMBINER_NAMED ? basic_of(type) : BASIC_F90;
    add_block(s, s->lo, s->hi - s->lo);
  }
}

void shape_drop(struct shape *s) {
  free(s->block);
  s->block = NULL;
  s->count = s->room = 0;
}

static int by_place(const void *a, const void *b) {
  const struct block *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* All blocks of `count` items, sorted; NULL when there are too many or none. */
static struct block *expand(const struct shape *s, int64_t at, int64_t count, size_t *n) {
  if (s->opaque || !s->count)
    return NULL;
  if (s->count == 1 && s->block->length == s->extent) {
    struct block *one = malloc(sizeof *one);
    *n = 1;
    if (one)
      *one = (struct block){at + s->block->at, count * s->extent};
    return one;
  }
  if (count > TYPE_BLOCKS_MOST / s->count)
    return NULL;
  struct block *all = malloc((size_t)count * (size_t)s->count * sizeof *all);
  *n = 0;
  for (int64_t i = 0; all && i < count; i++)
    for (int b = 0; b < s->count; b++)
      all[(*n)++] = (struct block){at + i * s->extent + s->block[b].at, s->block[b].length};
  if (all)
    qsort(all, *n, sizeof *all, by_place);
  return all;
}

static int expanded_overlaps(const struct shape *s, int64_t count) {
  size_t n;
  struct block *all = expand(s, 0, count, &n);
  int overlaps = 0;
  for (size_t i = 1; all && i < n && !overlaps; i++)
    overlaps = all[i - 1].at + all[i - 1].length > all[i].at;
  free(all);
  return overlaps;
}

int shape_overlaps(struct shape *s, int64_t count) {
  if (s->opaque || !s->size || count <= 0)
    return 0;
  if (!s->overlaps)
    s->overlaps = (int8_t)(1 + (s->count > 1 && expanded_overlaps(s, 1)));
  if (s->overlaps == 2)
    return 1;
  int64_t step = s->extent < 0 ? -s->extent : s->extent, reach = s->hi - s->lo;
  if (count == 1 || step >= reach)
    return 0;
  if (!step)
    return 1;
  int64_t near = reach / step + 2; /* items further apart cannot meet */
  return expanded_overlaps(s, count < near ? count : near);
}

int shapes_intersect(const struct shape *s, int64_t at, int64_t count, const struct shape *t,
                     int64_t t_at, int64_t t_count) {
  size_t n = 0, m = 0, i = 0, j = 0;
  struct block *a = s ? expand(s, at, count, &n) : NULL;
  struct block *b = t ? expand(t, t_at, t_count, &m) : NULL;
  int meet = 0;
  while (a && b && i < n && j < m && !meet) {
    if (a[i].at + a[i].length <= b[j].at)
      i++;
    else if (b[j].at + b[j].length <= a[i].at)
      j++;
    else
      meet = 1;
  }
  free(a);
  free(b);
  return meet;
}
