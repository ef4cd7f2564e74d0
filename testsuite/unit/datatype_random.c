#include <stdio.h>
#include <string.h>
#include "datatype.h"
#include "datatype_hooks.h"

#ifdef MPICH_VERSION
#define LARGE 1
#else
#define LARGE 0
#endif

static unsigned long long state = 1;

void random_seed(unsigned seed) {
  state = seed * 2654435761u + 1;
}

int random_below(int n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)n);
}

int hooks_next(void) {
  static unsigned turn;
  return (++turn * 2654435761u >> 16) % 4 != 0;
}

static int between(int lo, int hi) {
  return lo + random_below(hi - lo + 1);
}

enum { MOST = 8 };

/* The arguments of a constructor, in all integer types. */
static struct {
  int n, length;
  int lengths[MOST], displs[MOST];
  MPI_Aint bytes[MOST];
  MPI_Datatype types[MOST];
} v;
#if LARGE
static MPI_Count lengths_c[MOST], displs_c[MOST], bytes_c[MOST];
#endif

/* Open MPI 5.0.7 unpacks and receives complex elements wrongly that lie at even steps which are
 * no multiple of their size: it takes them for contiguous. Where the library does so to two of
 * them, another type of this size takes their place. */
static MPI_Datatype complex_type(void) {
  static MPI_Datatype known = MPI_DATATYPE_NULL;
  if (known != MPI_DATATYPE_NULL)
    return known;
  const double from[4] = {1, 2, 3, 4};
  double to[5] = {0};
  const int lengths[2] = {1, 1};
  const MPI_Aint bytes[2] = {0, 24};
  int position = 0;
  MPI_Datatype two;
  MPI_Type_create_hindexed(2, lengths, bytes, MPI_C_DOUBLE_COMPLEX, &two);
  MPI_Type_commit(&two);
  MPI_Unpack(from, sizeof from, &position, to, 1, two, MPI_COMM_SELF);
  forget(&two);
  int right = to[0] == 1 && to[1] == 2 && to[2] == 0 && to[3] == 3 && to[4] == 4;
  known = right ? MPI_C_DOUBLE_COMPLEX : MPI_2DOUBLE_PRECISION;
  return known;
}

static MPI_Datatype named(char *text, int room) {
  const struct {
    const char *name;
    MPI_Datatype type;
  } all[] = {{"byte", MPI_BYTE},
             {"int", MPI_INT},
             {"double", MPI_DOUBLE},
             {"short", MPI_SHORT},
             {"complex", complex_type()},
             {"short_int", MPI_SHORT_INT},
             {"double_int", MPI_DOUBLE_INT},
             {"long_int", MPI_LONG_INT},
             {"float_int", MPI_FLOAT_INT},
             {"long_double_int", MPI_LONG_DOUBLE_INT},
             {"2int", MPI_2INT},
             {"real", MPI_REAL},
             {"2real", MPI_2REAL},
             {"integer", MPI_INTEGER},
             {"aint", MPI_AINT},
             {"bool", MPI_C_BOOL}};
  int i = random_below((int)(sizeof all / sizeof *all) + 1);
  MPI_Datatype f90;
  if (i < (int)(sizeof all / sizeof *all)) {
    snprintf(text, (size_t)room, "%s", all[i].name);
    return all[i].type;
  }
  snprintf(text, (size_t)room, "f90");
  MPI_Type_create_f90_integer(5, &f90);
  return f90;
}

static void choose(void) {
  int zero = random_below(4) == 0, even = random_below(2), regular = random_below(2);
  v.n = between(0, MOST);
  v.length = between(!zero, 4);
  for (int i = 0; i < MOST; i++) {
    v.lengths[i] = even ? v.length : between(0, 3);
    v.displs[i] = regular ? i * between(5, 5 + random_below(2)) : between(-10, 30);
    v.bytes[i] = regular ? i * 24 : between(-40, 200);
#if LARGE
    lengths_c[i] = v.lengths[i];
    displs_c[i] = v.displs[i];
    bytes_c[i] = v.bytes[i];
#endif
  }
}

static MPI_Datatype subarray(MPI_Datatype part, int large) {
  MPI_Datatype t = MPI_DATATYPE_NULL;
  int sizes[3], subs[3], starts[3], n = between(1, 3);
  int order = random_below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  for (int i = 0; i < n; i++) {
    sizes[i] = between(1, 6);
    subs[i] = between(1, sizes[i]);
    starts[i] = between(0, sizes[i] - subs[i]);
  }
#if LARGE
  if (large) {
    MPI_Count c[3][3];
    for (int i = 0; i < n; i++) {
      c[0][i] = sizes[i];
      c[1][i] = subs[i];
      c[2][i] = starts[i];
    }
    MPI_Type_create_subarray_c(n, c[0], c[1], c[2], order, part, &t);
    return t;
  }
#endif
  (void)large;
  MPI_Type_create_subarray(n, sizes, subs, starts, order, part, &t);
  return t;
}

static MPI_Datatype darray(MPI_Datatype part, int large) {
  int sizes[3], kinds[3], args[3], grid[3], n = between(1, 3), ranks = 1;
  int order = random_below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  MPI_Datatype t = MPI_DATATYPE_NULL;
  for (int i = 0; i < n; i++) {
    static const int all[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
    kinds[i] = all[random_below(3)];
    sizes[i] = between(1, 9);
    grid[i] = kinds[i] == MPI_DISTRIBUTE_NONE ? 1 : between(1, 3);
    args[i] = MPI_DISTRIBUTE_DFLT_DARG;
    if (kinds[i] == MPI_DISTRIBUTE_CYCLIC && random_below(2))
      args[i] = between(1, 3);
    if (kinds[i] == MPI_DISTRIBUTE_BLOCK && random_below(2))
      args[i] = (sizes[i] + grid[i] - 1) / grid[i] + random_below(2);
    ranks *= grid[i];
  }
  int rank = random_below(ranks);
#if LARGE
  if (large) {
    MPI_Count c[3];
    for (int i = 0; i < n; i++)
      c[i] = sizes[i];
    MPI_Type_create_darray_c(ranks, rank, n, c, kinds, args, grid, order, part, &t);
    return t;
  }
#endif
  (void)large;
  MPI_Type_create_darray(ranks, rank, n, sizes, kinds, args, grid, order, part, &t);
  return t;
}

static int is_empty(MPI_Datatype t) {
  int size;
  MPI_Type_size(t, &size);
  return !size;
}

static MPI_Datatype resized(MPI_Datatype part) {
  MPI_Aint lb = 0, extent = 0;
  MPI_Datatype t = MPI_DATATYPE_NULL;
  int empty = is_empty(part);
  MPI_Type_get_true_extent(part, &lb, &extent);
  extent = empty ? 0 : extent;
  extent += between(extent > 20 ? -20 : 0, 40);
  lb = empty ? 0 : lb + between(-8, 8);
  MPI_Type_create_resized(part, lb, extent, &t);
  return t;
}

enum {
  DUP,
  CONTIGUOUS,
  VECTOR,
  HVECTOR,
  INDEXED,
  HINDEXED,
  INDEXED_BLOCK,
  HINDEXED_BLOCK,
  STRUCT,
  SUBARRAY,
  DARRAY,
  RESIZED,
  KINDS
};
static const char *const names[] = {"dup",     "contiguous", "vector",        "hvector",
                                    "indexed", "hindexed",   "indexed_block", "hindexed_block",
                                    "struct",  "subarray",   "darray",        "resized"};

#if LARGE
static MPI_Datatype make_large(int kind, MPI_Datatype part, int stride) {
  MPI_Datatype t = MPI_DATATYPE_NULL;
  switch (kind) {
  case CONTIGUOUS:
    MPI_Type_contiguous_c(v.length, part, &t);
    break;
  case VECTOR:
    MPI_Type_vector_c(v.n, v.length, stride, part, &t);
    break;
  case HVECTOR:
    MPI_Type_create_hvector_c(v.n, v.length, 8 * stride, part, &t);
    break;
  case INDEXED:
    MPI_Type_indexed_c(v.n, lengths_c, displs_c, part, &t);
    break;
  case HINDEXED:
    MPI_Type_create_hindexed_c(v.n, lengths_c, bytes_c, part, &t);
    break;
  case INDEXED_BLOCK:
    MPI_Type_create_indexed_block_c(v.n, v.length, displs_c, part, &t);
    break;
  case HINDEXED_BLOCK:
    MPI_Type_create_hindexed_block_c(v.n, v.length, bytes_c, part, &t);
    break;
  case STRUCT:
    MPI_Type_create_struct_c(v.n, lengths_c, bytes_c, v.types, &t);
    break;
  }
  return t;
}
#endif

static MPI_Datatype make(int kind, MPI_Datatype part, int large) {
  MPI_Datatype t = MPI_DATATYPE_NULL;
  int stride = between(0, 12);
  /* Open MPI packs blocks wrongly that overlap with the one before, and ignores a step of -1.
   */
  if (random_below(4) == 0)
    stride = -v.length - between(1, 3);
#if LARGE
  if (large && (t = make_large(kind, part, stride)) != MPI_DATATYPE_NULL)
    return t;
#endif
  switch (kind) {
  case DUP:
    MPI_Type_dup(part, &t);
    break;
  case CONTIGUOUS:
    MPI_Type_contiguous(v.length, part, &t);
    break;
  case VECTOR:
    MPI_Type_vector(v.n, v.length, stride, part, &t);
    break;
  case HVECTOR:
    MPI_Type_create_hvector(v.n, v.length, 8 * stride, part, &t);
    break;
  case INDEXED:
    MPI_Type_indexed(v.n, v.lengths, v.displs, part, &t);
    break;
  case HINDEXED:
    MPI_Type_create_hindexed(v.n, v.lengths, v.bytes, part, &t);
    break;
  case INDEXED_BLOCK:
    MPI_Type_create_indexed_block(v.n, v.length, v.displs, part, &t);
    break;
  case HINDEXED_BLOCK:
    MPI_Type_create_hindexed_block(v.n, v.length, v.bytes, part, &t);
    break;
  case STRUCT:
    MPI_Type_create_struct(v.n, v.lengths, v.bytes, v.types, &t);
    break;
  case SUBARRAY:
    return subarray(part, large);
  case DARRAY:
    return darray(part, large);
  case RESIZED:
    return resized(part);
  }
  return t;
}

static int is_named(MPI_Datatype t) {
  int i, a, d, combiner;
#if LARGE
  MPI_Count n[4];
  MPI_Type_get_envelope_c(t, &n[0], &n[1], &n[2], &n[3], &combiner);
  (void)i, (void)a, (void)d;
#else
  MPI_Type_get_envelope(t, &i, &a, &d, &combiner);
#endif
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER;
}

static MPI_Datatype grow(int depth, char *text, int room) {
  char inner[4096];
  if (!depth)
    return named(text, room);
  MPI_Datatype part = grow(random_below(depth), inner, sizeof inner), other[2] = {part, part},
               t;
  int kind = random_below(KINDS), large = LARGE && random_below(3) == 0;
  if (kind == STRUCT) {
    size_t n = strlen(inner);
    snprintf(inner + n, sizeof inner - n, ", ");
    other[1] = grow(random_below(depth), inner + n + 2, (int)(sizeof inner - n - 2));
  }
  choose();
  for (int i = 0; i < MOST; i++) {
    v.types[i] = other[i % 2];
    /* Open MPI computes a wrong extent if a struct ends with a block without bytes */
    if (!LARGE && (is_empty(v.types[i]) || !v.lengths[i])) {
      v.types[i] = MPI_INT;
      v.lengths[i] = 1;
    }
  }
  while ((t = make(kind, part, large)) ==
         MPI_DATATYPE_NULL) { /* refused, for example because it is too large */
    kind = CONTIGUOUS;
    v.length = 1;
    large = 0;
  }
  snprintf(text, (size_t)room, "%s%s(%s)", names[kind], large ? "_c" : "", inner);
  for (int i = 0; i < 1 + (kind == STRUCT); i++)
    if (!is_named(other[i]))
      forget(&other[i]);
  return t;
}

MPI_Datatype random_datatype(int depth, char *text, int room) {
  MPI_Datatype t = grow(1 + random_below(depth), text, room);
  MPI_Type_commit(&t);
  return t;
}
