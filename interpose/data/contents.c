#include "contents.h"
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

static void *array(int64_t n, size_t item) {
  return calloc((size_t)n + 1, item);
}

int contents_read(struct contents *c, MPI_Datatype type) {
  int *integers = array(c->integers, sizeof *integers);
  MPI_Aint *addresses = array(c->addresses, sizeof *addresses);
  MPI_Count *counts = array(c->counts, sizeof *counts);
  c->number = array(c->integers + c->addresses + c->counts, sizeof *c->number);
  c->type = array(c->types, sizeof(MPI_Datatype));
  int ok = integers && addresses && counts && c->number && c->type &&
           get(c, type, integers, addresses, counts);
  for (int64_t i = 0, *to = c->number; ok && i < c->integers; i++)
    to[i] = integers[i];
  for (int64_t i = 0, *to = c->number + c->integers; ok && i < c->addresses; i++)
    to[i] = addresses[i];
  for (int64_t i = 0, *to = c->number + c->integers + c->addresses; ok && i < c->counts; i++)
    to[i] = counts[i];
  free(integers);
  free(addresses);
  free(counts);
  if (!ok)
    c->types = 0;
  if (!ok)
    contents_drop(c);
  return ok;
}

void contents_drop(struct contents *c) {
  for (int64_t i = 0; i < c->types; i++) {
    struct contents part;
    if (contents_outline(&part, c->type[i]) && !combiner_predefined(part.combiner))
      REAL(Type_free)(&c->type[i]);
  }
  free(c->number);
  free(c->type);
}
