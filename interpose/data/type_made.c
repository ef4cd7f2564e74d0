/* type_made.c: the shape of a new datatype, from the arguments of the call that has made it and
 * the shapes of the datatypes in them. To ask the library about it later (contents.h) would
 * cost more, and Open MPI would copy all datatypes inside. What is not made here is asked for
 * when it is needed: what MPI_Type_create_darray has made, and calls with large counts. */
#include <stdlib.h>
#include "contents.h"
#include "shape.h"
#include "type.h"
#include "interpose/base/args.h"
#include "interpose/base/world.h"

enum { FEW = 16 };

struct constructed {
  struct contents c;
  const struct shape **part;
  int64_t few_numbers[FEW];
  const struct shape *few_parts[FEW];
};

/* Returns 0 when memory runs out. */
static int begin(struct constructed *m, int combiner, int64_t numbers, int64_t types) {
  m->c = (struct contents){.combiner = combiner, .integers = numbers, .types = types};
  m->c.number = numbers <= FEW ? m->few_numbers : malloc((size_t)numbers * sizeof(int64_t));
  m->part = types <= FEW ? m->few_parts : malloc((size_t)types * sizeof *m->part);
  return m->c.number && m->part;
}

static void end(struct constructed *m) {
  if (m->c.number != m->few_numbers)
    free(m->c.number);
  if (m->part != m->few_parts)
    free(m->part);
}

/* Of the datatypes given; returns 0 if one of them is not known. */
static int take_parts(struct constructed *m, const MPI_Datatype *type) {
  for (int64_t k = 0; k < m->c.types; k++)
    if (!(m->part[k] = type_shape(type[k])))
      return 0;
  return 1;
}

static void keep(struct constructed *m, const MPI_Datatype *parts, MPI_Datatype made) {
  struct shape s;
  if (!take_parts(m, parts))
    return;
  shape_combine(&s, made, &m->c, m->part);
  if (s.valid)
    type_made(made, &s);
}

static void from_numbers(const struct frame *f, int combiner, const int64_t *number, int n,
                         const MPI_Datatype *part, const MPI_Datatype *made) {
  struct constructed m;
  if (f->rc != MPI_SUCCESS)
    return;
  if (begin(&m, combiner, n, 1)) {
    for (int i = 0; i < n; i++)
      m.c.number[i] = number[i];
    keep(&m, part, *made);
  }
  end(&m);
}

#define HOOK(Name, ...)                                                                        \
  void type_leave_##Name(struct frame *f);                                                     \
  void type_leave_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    __VA_ARGS__                                                                                \
  }
#define NUMBERS(combiner, ...)                                                                 \
  const int64_t number[] = {__VA_ARGS__};                                                      \
  from_numbers(f, combiner, number, sizeof number / sizeof *number, &a->oldtype, a->newtype);

HOOK(Type_contiguous, NUMBERS(MPI_COMBINER_CONTIGUOUS, a->count))
HOOK(Type_vector, NUMBERS(MPI_COMBINER_VECTOR, a->count, a->blocklength, a->stride))
HOOK(Type_create_hvector, NUMBERS(MPI_COMBINER_HVECTOR, a->count, a->blocklength, a->stride))
/* The library tells bounds and extent. */
HOOK(Type_create_resized,
     from_numbers(f, MPI_COMBINER_RESIZED, NULL, 0, &a->oldtype, a->newtype);)

HOOK(Type_dup, unsigned basic; enum type_kind kind = type_kind(a->oldtype, &basic);
     from_numbers(f, MPI_COMBINER_DUP, NULL, 0, &a->oldtype, a->newtype);
     if (f->rc == MPI_SUCCESS && kind != TYPE_UNKNOWN && kind != TYPE_UNCOMMITTED)
         type_commit(*a->newtype);)

/* What calls with arrays are given; lengths: NULL if all blocks have one. */
struct blocks {
  int64_t count, length;
  const int *lengths;
  const int *items;      /* displacements, in items */
  const MPI_Aint *bytes; /* or in bytes */
  const MPI_Datatype *type;
  int64_t types;
};

static void from_blocks(const struct frame *f, int combiner, const struct blocks *b,
                        const MPI_Datatype *made) {
  struct constructed m;
  int64_t n = b->count, from = b->lengths ? 1 + n : 2;
  if (f->rc != MPI_SUCCESS || n < 0)
    return;
  if (begin(&m, combiner, from + n, b->types)) {
    int64_t *v = m.c.number;
    v[0] = n;
    v[1] = b->length;
    for (int64_t i = 0; i < n; i++) {
      if (b->lengths)
        v[1 + i] = b->lengths[i];
      v[from + i] = b->items ? b->items[i] : b->bytes[i];
    }
    keep(&m, b->type, *made);
  }
  end(&m);
}

#define BLOCKS(combiner, ...)                                                                  \
  const struct blocks b = {.count = a->count, __VA_ARGS__};                                    \
  from_blocks(f, combiner, &b, a->newtype);
#define LENGTHS .lengths = a->array_of_blocklengths
#define LENGTH .length = a->blocklength
#define ITEMS .items = a->array_of_displacements
#define BYTES .bytes = a->array_of_displacements
#define ONE .type = &a->oldtype, .types = 1
#define TYPES .type = a->array_of_types, .types = a->count

HOOK(Type_indexed, BLOCKS(MPI_COMBINER_INDEXED, LENGTHS, ITEMS, ONE))
HOOK(Type_create_hindexed, BLOCKS(MPI_COMBINER_HINDEXED, LENGTHS, BYTES, ONE))
HOOK(Type_create_indexed_block, BLOCKS(MPI_COMBINER_INDEXED_BLOCK, LENGTH, ITEMS, ONE))
HOOK(Type_create_hindexed_block, BLOCKS(MPI_COMBINER_HINDEXED_BLOCK, LENGTH, BYTES, ONE))
HOOK(Type_create_struct, BLOCKS(MPI_COMBINER_STRUCT, LENGTHS, BYTES, TYPES))

#if HAS_DROPPED
HOOK(Type_hvector, NUMBERS(MPI_COMBINER_HVECTOR, a->count, a->blocklength, a->stride))
HOOK(Type_hindexed, BLOCKS(MPI_COMBINER_HINDEXED, LENGTHS, BYTES, ONE))
HOOK(Type_struct, BLOCKS(MPI_COMBINER_STRUCT, LENGTHS, BYTES, TYPES))
#endif

void type_leave_Type_create_subarray(struct frame *f);
void type_leave_Type_create_subarray(struct frame *f) {
  const struct args_Type_create_subarray *a = f->args;
  struct constructed m;
  int n = a->ndims;
  if (f->rc != MPI_SUCCESS || n < 0)
    return;
  if (begin(&m, MPI_COMBINER_SUBARRAY, 3 * (int64_t)n + 2, 1)) {
    int64_t *v = m.c.number;
    v[0] = n;
    for (int i = 0; i < n; i++) {
      v[1 + i] = a->array_of_sizes[i];
      v[1 + n + i] = a->array_of_subsizes[i];
      v[1 + 2 * n + i] = a->array_of_starts[i];
    }
    v[1 + 3 * n] = a->order;
    keep(&m, &a->oldtype, *a->newtype);
  }
  end(&m);
}
