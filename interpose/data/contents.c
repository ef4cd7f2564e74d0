#include "contents.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int combiner_predefined(int combiner) {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER ||
         IF_HAS(MPI41, combiner == MPI_COMBINER_VALUE_INDEX ||) 0;
}

/* Constructors of Fortran 77 get integers instead of addresses; else they are the same. */
static int combiner_plain(int combiner) {
#if HAS_OLD_COMBINERS
  switch (combiner) {
  case MPI_COMBINER_HVECTOR_INTEGER:
    return MPI_COMBINER_HVECTOR;
  case MPI_COMBINER_HINDEXED_INTEGER:
    return MPI_COMBINER_HINDEXED;
  case MPI_COMBINER_STRUCT_INTEGER:
    return MPI_COMBINER_STRUCT;
  }
#endif
  return combiner;
}

static int outline(struct contents *c, MPI_Datatype type) {
  int ni, na, nd;
  memset(c, 0, sizeof *c);
#if HAS_LARGE
  if (REAL(Type_get_envelope_c)) { /* an older MPICH does not have it */
    MPI_Count n[4];
    if (REAL(Type_get_envelope_c)(type, &n[0], &n[1], &n[2], &n[3], &c->combiner))
      return 0;
    c->integers = n[0];
    c->addresses = n[1];
    c->counts = n[2];
    c->types = n[3];
    return 1;
  }
#endif
  if (REAL(Type_get_envelope)(type, &ni, &na, &nd, &c->combiner))
    return 0;
  c->integers = ni;
  c->addresses = na;
  c->types = nd;
  return 1;
}

int contents_outline(struct contents *c, MPI_Datatype type) {
  int ok = outline(c, type);
  c->combiner = combiner_plain(c->combiner);
  return ok;
}

static int get(const struct contents *c, MPI_Datatype type, int *integers, MPI_Aint *addresses,
               MPI_Count *counts) {
#if HAS_LARGE
  if (c->counts)
    return REAL(Type_get_contents_c)(type, c->integers, c->addresses, c->counts, c->types,
                                     integers, addresses, counts, c->type) == MPI_SUCCESS;
#endif
  (void)counts;
  return REAL(Type_get_contents)(type, (int)c->integers, (int)c->addresses, (int)c->types,
                                 integers, addresses, c->type) == MPI_SUCCESS;
}

static_assert(sizeof(MPI_Aint) == sizeof(int64_t) && sizeof(MPI_Count) == sizeof(int64_t),
              "arrays of them lie side by side");

/* One block of memory has all arrays, those with the strictest alignment first. */
int contents_read(struct contents *c, MPI_Datatype type) {
  int64_t numbers = c->integers + c->addresses + c->counts, *to;
  size_t wide = (size_t)(numbers + c->addresses + c->counts) * sizeof(int64_t);
  size_t types = (size_t)c->types * sizeof(MPI_Datatype);
  char *block = calloc(1, wide + types + (size_t)c->integers * sizeof(int) + 1);
  to = c->number = (int64_t *)block;
  MPI_Aint *addresses = (MPI_Aint *)(c->number + numbers);
  MPI_Count *counts = (MPI_Count *)(addresses + c->addresses);
  c->type = (MPI_Datatype *)(block + wide);
  int *integers = (int *)(block + wide + types);
  if (!block || !get(c, type, integers, addresses, counts)) {
    free(block);
    return 0;
  }
  for (int64_t i = 0; i < c->integers; i++)
    *to++ = integers[i];
  for (int64_t i = 0; i < c->addresses; i++)
    *to++ = addresses[i];
  for (int64_t i = 0; i < c->counts; i++)
    *to++ = counts[i];
  return 1;
}

void contents_drop(struct contents *c) {
  for (int64_t i = 0; i < c->types; i++) {
    struct contents part;
    if (contents_outline(&part, c->type[i]) && !combiner_predefined(part.combiner))
      REAL(Type_free)(&c->type[i]);
  }
  free(c->number); /* all arrays */
}
