#include "shape.h"
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "include/basic.h"
#include "contents.h"
#include "entry_order.h"

static uint16_t basic_of(MPI_Datatype type) {
  const struct {
    MPI_Datatype type;
    uint16_t basic;
  } known[] = {
#define BASIC(name, class) {MPI_##name, BASIC_##name},
#define BASIC_IN(part, ...) IF_HAS(part, BASIC(__VA_ARGS__))
#include "include/basics.def"
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].type == type)
      return known[i].basic;
  return BASIC_UNKNOWN;
}

static void add_basic(struct shape *s, const struct shape *part) {
  if (!part->size)
    return; /* for MPI_LB, MPI_UB and empty datatypes */
  if (s->basic == BASICS) {
    s->basic = part->basic;
    s->element = part->element;
  } else if (s->basic != part->basic)
    s->basic =
        part->basic == BASIC_UNKNOWN || s->basic == BASIC_UNKNOWN ? BASIC_UNKNOWN : BASIC_MIXED;
}

/* The pairs of section 5.9.4 are C structs. The bytes that the compiler puts between and after
 * the members are not data. */
static void build_named(struct shape *s) {
#define PAIR(name, type)                                                                       \
  case BASIC_##name: {                                                                         \
    struct pair {                                                                              \
      type value;                                                                              \
      int place;                                                                               \
    };                                                                                         \
    runs_block(&s->runs, 0, sizeof(type));                                                     \
    runs_block(&s->runs, offsetof(struct pair, place), sizeof(int));                           \
    break;                                                                                     \
  }
  switch (s->basic) {
    PAIR(FLOAT_INT, float)
    PAIR(DOUBLE_INT, double)
    PAIR(LONG_INT, long)
    PAIR(SHORT_INT, short)
    PAIR(LONG_DOUBLE_INT, long double)
  default:
    runs_block(&s->runs, s->lo, s->size);
  }
#undef PAIR
}

/* A datatype that is being built: its bytes, and the distance of items. */
struct layer {
  struct runs runs;
  int64_t extent;
};

/* Items that leave no gap between them. */
static int is_gapless(const struct runs *item, int64_t extent) {
  return item->count == 1 && !item->many && !item->twice && item->run->count == 1 &&
         item->run->length == extent;
}

/* Adds `count` blocks, `stride` bytes apart, each of `length` items next to each other. */
static void add_vector(struct runs *r, const struct runs *item, int64_t extent, int64_t at,
                       int64_t count, int64_t length, int64_t stride) {
  struct runs block = {0};
  if (length > 0 && is_gapless(item, extent)) { /* as most are: nothing has to be packed */
    struct event_run all = {item->run->lo, length * extent, length * extent, 1};
    block = (struct runs){.run = &all, .count = 1, .bytes = length * item->bytes};
    runs_repeat(r, &block, at, count, stride);
    return;
  }
  runs_repeat(&block, item, 0, length, extent);
  runs_pack(&block);
  runs_repeat(r, &block, at, count, stride);
  runs_drop(&block);
}

/* Adds one more dimension to an array of `size`: from item `start` on, a cycle of `count`
 * blocks of `length` items each, and a last block of `rest` items. */
static void add_dimension(struct layer *l, int64_t size, int64_t start, int64_t count,
                          int64_t length, int64_t stride, int64_t rest) {
  struct runs row = {0};
  add_vector(&row, &l->runs, l->extent, start * l->extent, count, length, stride * l->extent);
  if (rest > 0)
    runs_repeat(&row, &l->runs, (start + count * stride) * l->extent, rest, l->extent);
  runs_pack(&row);
  runs_drop(&l->runs);
  l->runs = row;
  l->extent *= size;
}

static struct layer layer_of(const struct shape *part) {
  struct layer l = {{0}, part->extent};
  runs_repeat(&l.runs, &part->runs, 0, 1, 0);
  return l;
}

static void layer_end(struct shape *s, struct layer *l) {
  runs_drop(&s->runs);
  s->runs = l->runs;
}

static void build_subarray(struct shape *s, const struct contents *c,
                           const struct shape *part) {
  int64_t n = c->number[0], order = c->number[c->counts ? 1 : 3 * n + 1];
  const int64_t *sizes = c->number + (c->counts ? 2 : 1), *subs = sizes + n, *starts = subs + n;
  struct layer l = layer_of(part);
  for (int64_t k = 0; k < n; k++) {
    int64_t d = order == MPI_ORDER_FORTRAN ? k : n - 1 - k;
    add_dimension(&l, sizes[d], starts[d], 1, subs[d], 0, 0);
  }
  layer_end(s, &l);
}

/* Which of `size` items process `rank` of `ranks` has (section 4.1.4: every distribution is a
 * cyclic one). */
static void distribute(struct layer *l, int64_t distribution, int64_t arg, int64_t size,
                       int64_t rank, int64_t ranks) {
  if (distribution == MPI_DISTRIBUTE_NONE)
    rank = 0, ranks = 1, arg = size;
  else if (arg == MPI_DISTRIBUTE_DFLT_DARG)
    arg = distribution == MPI_DISTRIBUTE_BLOCK ? (size + ranks - 1) / ranks : 1;
  int64_t start = rank * arg, stride = ranks * arg;
  int64_t count = size < start || stride <= 0 ? 0 : (size - start) / stride;
  int64_t rest = size - start - count * stride;
  if (rest >= arg) {
    count++;
    rest = 0;
  }
  add_dimension(l, size, start, count, arg, stride, rest);
}

static void build_darray(struct shape *s, const struct contents *c, const struct shape *part) {
  const int64_t *v = c->number;
  int64_t ranks = v[0], rank = v[1], n = v[2];
  const int64_t *sizes = c->counts ? v + 3 * n + 4 : v + 3;
  const int64_t *distributions = c->counts ? v + 3 : v + 3 + n;
  const int64_t *args = distributions + n, *grid = args + n;
  struct layer l = layer_of(part);
  int64_t order = grid[n], where[64];
  if (n > 64) {
    s->inexact = 1;
    n = 0;
  }
  for (int64_t k = 0; k < n;
       k++) { /* the grid is in row-major order, whatever the order of the array */
    ranks /= grid[k];
    where[k] = rank / ranks;
    rank %= ranks;
  }
  for (int64_t k = 0; k < n; k++) {
    int64_t d = order == MPI_ORDER_FORTRAN ? k : n - 1 - k;
    distribute(&l, distributions[d], args[d], sizes[d], where[d], grid[d]);
  }
  layer_end(s, &l);
}

static void build_runs(struct shape *s, const struct contents *c,
                       const struct shape *const *parts) {
  const struct shape *part = c->types ? parts[0] : s;
  const int64_t *v = c->number;
  int64_t n = c->integers + c->counts ? v[0] : 0, e = part->extent;
  struct runs *r = &s->runs;
#define EACH_BLOCK(...)                                                                        \
  for (int64_t k = 0; k < n; k++)                                                              \
    runs_repeat(r, __VA_ARGS__);                                                               \
  break
  switch (c->combiner) {
  case MPI_COMBINER_DUP:
  case MPI_COMBINER_RESIZED:
    runs_repeat(r, &part->runs, 0, 1, 0);
    break;
  case MPI_COMBINER_CONTIGUOUS:
    runs_repeat(r, &part->runs, 0, n, e);
    break;
  case MPI_COMBINER_VECTOR:
    add_vector(r, &part->runs, e, 0, n, v[1], v[2] * e);
    break;
  case MPI_COMBINER_HVECTOR:
    add_vector(r, &part->runs, e, 0, n, v[1], v[2]);
    break;
  case MPI_COMBINER_INDEXED:
    EACH_BLOCK(&part->runs, v[1 + n + k] * e, v[1 + k], e);
  case MPI_COMBINER_HINDEXED:
    EACH_BLOCK(&part->runs, v[1 + n + k], v[1 + k], e);
  case MPI_COMBINER_INDEXED_BLOCK:
    EACH_BLOCK(&part->runs, v[2 + k] * e, v[1], e);
  case MPI_COMBINER_HINDEXED_BLOCK:
    EACH_BLOCK(&part->runs, v[2 + k], v[1], e);
  case MPI_COMBINER_STRUCT:
    EACH_BLOCK(&parts[k]->runs, v[1 + n + k], v[1 + k], parts[k]->extent);
  case MPI_COMBINER_SUBARRAY:
    build_subarray(s, c, part);
    break;
  case MPI_COMBINER_DARRAY:
    build_darray(s, c, part);
    break;
  default:
    s->inexact = 1;
  }
#undef EACH_BLOCK
}

/* Predefined datatypes stay as they are, so each is looked at once, if there is room. */
struct predefined {
  MPI_Datatype type;
  struct shape shape;
};
enum { PREDEFINED_MOST = 128 };
static struct predefined *_Atomic predefined[PREDEFINED_MOST];

static struct predefined *_Atomic *predefined_place(MPI_Datatype type) {
  return &predefined[(uint64_t)(uintptr_t)type * 0x9e3779b97f4a7c15u >> 57];
}

/* Takes over the runs of a shape that can be kept. */
static void predefined_keep(struct shape *s, MPI_Datatype type) {
  struct predefined *none = NULL, *p = malloc(sizeof *p);
  if (!p)
    return;
  s->lasts = 1;
  *p = (struct predefined){type, *s};
  if (!atomic_compare_exchange_strong(predefined_place(type), &none, p)) {
    s->lasts = 0;
    free(p);
  }
}

/* What a derived datatype is made of. */
static void build_part(struct shape *s, MPI_Datatype type) {
  const struct predefined *p = *predefined_place(type);
  if (p && p->type == type) {
    *s = p->shape;
    return;
  }
  shape_build(s, type);
  if (s->valid && !s->derived)
    predefined_keep(s, type);
}

static void combine(struct shape *s, const struct contents *c,
                    const struct shape *const *part) {
  int is_struct = c->combiner == MPI_COMBINER_STRUCT;
  s->basic = BASICS;
  for (int64_t k = 0; k < c->types; k++) {
    s->inexact |= part[k]->inexact;
    if (!is_struct || c->number[1 + k])
      add_basic(s, part[k]);
    if (part[k]->size) /* whatever else repeats an item repeats it whole */
      signature_add(&s->signature, &part[k]->signature, is_struct ? c->number[1 + k] : 1);
  }
  build_runs(s, c, part);
  s->decreases = (uint8_t)entries_decrease(c, part);
  if (s->basic == BASICS)
    s->basic = BASIC_UNKNOWN;
}

static void take_apart(struct shape *s, struct contents *c, MPI_Datatype type) {
  struct shape *made = calloc((size_t)c->types + 1, sizeof *made);
  const struct shape **part = calloc((size_t)c->types + 1, sizeof *part);
  if (!made || !part || !contents_read(c, type)) {
    s->inexact = 1;
  } else {
    for (int64_t k = 0; k < c->types; k++) {
      build_part(&made[k], c->type[k]);
      part[k] = &made[k];
    }
    combine(s, c, part);
    for (int64_t k = 0; k < c->types; k++)
      shape_drop(&made[k]);
    contents_drop(c);
  }
  free(made);
  free(part);
}

static int bounds(struct shape *s, MPI_Datatype type) {
  MPI_Count lb, extent, size;
  if (type == MPI_DATATYPE_NULL || REAL(Type_size_x)(type, &size) ||
      REAL(Type_get_extent_x)(type, &lb, &extent))
    return 0;
  s->size = size;
  s->extent = extent;
  if (REAL(Type_get_true_extent_x)(type, &lb, &extent))
    return 0;
  if (size) { /* bounds of a datatype without data mean nothing */
    s->lo = lb;
    s->hi = lb + extent;
  }
  return 1;
}

/* Checks the size: if the datatype was taken apart wrongly, it would not be what the library
 * says. */
static void finish(struct shape *s) {
  runs_pack(&s->runs);
  if (s->runs.many || s->runs.bytes != s->size)
    s->inexact = 1;
  if (s->inexact) {
    runs_drop(&s->runs);
    return;
  }
  const struct event_run *r = s->runs.run;
  s->overlaps = (uint8_t)runs_overlap(&s->runs);
  s->dense = !s->overlaps && s->runs.count == 1 && r->count == 1 && r->length == s->extent;
  for (int32_t i = 0; i < s->runs.count; i++) {
    s->lo = i && s->lo < r[i].lo ? s->lo : r[i].lo;
    s->hi = i && s->hi > run_end(&r[i]) ? s->hi : run_end(&r[i]);
  }
}

void shape_build(struct shape *s, MPI_Datatype type) {
  struct contents c;
  memset(s, 0, sizeof *s);
  if (!bounds(s, type) || !contents_outline(&c, type))
    return;
  s->valid = 1;
  s->derived = !combiner_predefined(c.combiner);
  if (s->derived) {
    take_apart(s, &c, type);
  } else {
    s->basic = c.combiner == MPI_COMBINER_NAMED ? basic_of(type) : BASIC_F90;
    s->element = s->extent > 0 && s->extent <= UINT16_MAX ? (uint16_t)s->extent : 0;
    signature_of_basic(&s->signature, s->basic, s->element);
    build_named(s);
  }
  finish(s);
}

void shape_combine(struct shape *s, MPI_Datatype type, const struct contents *c,
                   const struct shape *const *part) {
  memset(s, 0, sizeof *s);
  if (!bounds(s, type))
    return;
  s->valid = s->derived = 1;
  combine(s, c, part);
  finish(s);
}

void shape_drop(struct shape *s) {
  if (!s->lasts)
    runs_drop(&s->runs);
}
