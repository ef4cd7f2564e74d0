/* layouts.c: rules of single calls: datatypes and packed data (chapter 4), parts of a receive
 * buffer (chapter 5). */
#include <limits.h>
#include "forms.h"
#include "walk.h"
#include "interpose/base/aside.h"
#include "interpose/data/argument_alias.h"
#include "interpose/data/type.h"
#include "interpose/data/use.h"

#define ARGS(Name) const struct args_##Name *a = w->f->args

static void check_order(struct argument_look *w, int place, int order) {
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    walk_say_at(w, place, ARGUMENT_INVALID, order, 0);
}

/* Section 4.1.3. */
static void subarray(struct argument_look *w) {
  ARGS(Type_create_subarray);
  const int *size = a->array_of_sizes, *part = a->array_of_subsizes, *at = a->array_of_starts;
  if (a->ndims < 1)
    walk_say_at(w, 1, ARGUMENT_INVALID, a->ndims, 0);
  for (int i = 0; size && part && at && i < a->ndims && !w->found; i++) {
    if (size[i] < 1)
      walk_say_at(w, 2, ARGUMENT_INVALID, size[i], 0);
    else if (part[i] < 1 || part[i] > size[i])
      walk_say_at(w, 3, ARGUMENT_INVALID, part[i], 0);
    else if (at[i] < 0 || at[i] > size[i] - part[i])
      walk_say_at(w, 4, ARGUMENT_INVALID, at[i], 0);
  }
  check_order(w, 5, a->order);
}

/* Section 4.1.4: one dimension. */
static void distribution(struct argument_look *w, int global, int way, int size,
                         int processes) {
  if (global < 1)
    walk_say_at(w, 4, ARGUMENT_INVALID, global, 0);
  else if (way != MPI_DISTRIBUTE_BLOCK && way != MPI_DISTRIBUTE_CYCLIC &&
           way != MPI_DISTRIBUTE_NONE)
    walk_say_at(w, 5, ARGUMENT_INVALID, way, 0);
  else if (processes < 1 || (way == MPI_DISTRIBUTE_NONE && processes != 1))
    walk_say_at(w, 7, ARGUMENT_INVALID, processes, 0);
  else if (way != MPI_DISTRIBUTE_NONE && size != MPI_DISTRIBUTE_DFLT_DARG &&
           (size < 1 ||
            (way == MPI_DISTRIBUTE_BLOCK && (int64_t)size * processes < (int64_t)global)))
    walk_say_at(w, 6, ARGUMENT_INVALID, size, 0);
}

static void darray(struct argument_look *w) {
  ARGS(Type_create_darray);
  int64_t product = 1;
  const int *ways = a->array_of_distribs, *sizes = a->array_of_dargs,
            *processes = a->array_of_psizes;
  if (!a->array_of_gsizes || !ways || !sizes || !processes)
    return;
  if (a->size < 1)
    walk_say_at(w, 1, ARGUMENT_INVALID, a->size, 0);
  else if (a->rank < 0 || a->rank >= a->size)
    walk_say_at(w, 2, ARGUMENT_RANK_OUTSIDE, a->rank, a->size);
  for (int i = 0; i < a->ndims && !w->found; i++) {
    distribution(w, a->array_of_gsizes[i], ways[i], sizes[i], processes[i]);
    if (__builtin_mul_overflow(product, (int64_t)processes[i], &product))
      return;
  }
  if (product != a->size)
    walk_say_at(w, 7, ARGUMENT_GRID_DIFFERS, product, a->size);
  check_order(w, 8, a->order);
}

/* A pack unit may have more than the data, but never less (section 4.2). */
static void packed(struct argument_look *w, int place, int64_t size, int at,
                   const int *position, int64_t count, MPI_Datatype type) {
  MPI_Count one = 0;
  int64_t need;
  if (!position)
    return;
  if (*position < 0)
    walk_say_at(w, at, ARGUMENT_INVALID, *position, 0);
  else if (type_is_none(type) || type == MPI_DATATYPE_NULL || count < 0 ||
           REAL(Type_size_x)(type, &one) != MPI_SUCCESS || one < 0 ||
           __builtin_mul_overflow(count, (int64_t)one, &need))
    return;
  else if (need > size - *position)
    walk_say_at(w, place, ARGUMENT_ROOM, need + *position, size);
}

/* Section 4.1.13. */
static void contents(struct argument_look *w) {
  ARGS(Type_get_contents);
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  if (a->datatype == MPI_DATATYPE_NULL || type_is_none(a->datatype) ||
      REAL(Type_get_envelope)(a->datatype, &integers, &addresses, &types, &combiner) !=
          MPI_SUCCESS)
    return;
  if (combiner == MPI_COMBINER_NAMED)
    walk_say_at(w, 1, ARGUMENT_PREDEFINED, OBJECT_TYPE, 0);
  else if (a->max_integers < integers)
    walk_say_at(w, 2, ARGUMENT_ROOM, integers, a->max_integers);
  else if (a->max_addresses < addresses)
    walk_say_at(w, 3, ARGUMENT_ROOM, addresses, a->max_addresses);
  else if (a->max_datatypes < types)
    walk_say_at(w, 4, ARGUMENT_ROOM, types, a->max_datatypes);
}

static void match_size(struct argument_look *w) {
  ARGS(Type_match_size);
  if (a->typeclass != MPI_TYPECLASS_REAL && a->typeclass != MPI_TYPECLASS_INTEGER &&
      a->typeclass != MPI_TYPECLASS_COMPLEX)
    walk_say_at(w, 1, ARGUMENT_INVALID, a->typeclass, 0);
  else if (a->size <= 0)
    walk_say_at(w, 2, ARGUMENT_INVALID, a->size, 0);
}

/* No place of a receive buffer is written more than once (sections 5.5, 5.7, 5.8). Calls among
 * neighbours receive from all of them at the same time (section 7.6). */
static void parts(struct argument_look *w, int what) {
  struct uses u;
  if (!w->comm || w->buffers < 2)
    return;
  use_of_call(&u, w->f->call, w->f->args, USE_OVERLAPS);
  if (u.blocks) /* what says where they lie is the second argument after the buffer */
    walk_say_at(w, w->data[1].place + 2, what, u.block[0], u.block[1]);
}

static int is_committed(MPI_Datatype type) {
  unsigned basic;
  enum type_kind kind = type_kind(type, &basic);
  return kind == TYPE_PREDEFINED || kind == TYPE_DERIVED;
}

/* `type` is the datatype of the data; packed, they take as many bytes from `position` on. */
static void packs(struct argument_look *w, const void *data, int64_t count, MPI_Datatype type,
                  const void *packed, const int *position, int unpacks) {
  struct event_data apart, together;
  if (w->found || !data || !packed || !position || count <= 0 || type_is_none(type) ||
      !is_committed(type))
    return;
  type_describe(&apart, (uintptr_t)data, count, type);
  type_describe(&together, (uintptr_t)packed + (uintptr_t)*position, apart.size, MPI_BYTE);
  alias_between(w->f, unpacks ? &together : &apart, unpacks ? &apart : &together);
}

static void reduces(struct argument_look *w) {
  ARGS(Reduce_local);
  struct event_data in, inout;
  if (w->found || !a->inbuf || !a->inoutbuf || a->count <= 0 || type_is_none(a->datatype) ||
      !is_committed(a->datatype))
    return;
  type_describe(&in, (uintptr_t)a->inbuf, a->count, a->datatype);
  type_describe(&inout, (uintptr_t)a->inoutbuf, a->count, a->datatype);
  alias_between(w->f, &in, &inout);
}

void walk_layout(struct argument_look *w) {
  switch (w->f->call) {
  case CALL_Type_create_subarray:
    subarray(w);
    break;
  case CALL_Type_create_darray:
    darray(w);
    break;
  case CALL_Type_get_contents:
    contents(w);
    break;
  case CALL_Type_match_size:
    match_size(w);
    break;
  case CALL_Pack: {
    ARGS(Pack);
    packed(w, 5, a->outsize, 6, a->position, a->incount, a->datatype);
    packs(w, a->inbuf, a->incount, a->datatype, a->outbuf, a->position, 0);
    break;
  }
  case CALL_Unpack: {
    ARGS(Unpack);
    packed(w, 2, a->insize, 3, a->position, a->outcount, a->datatype);
    packs(w, a->outbuf, a->outcount, a->datatype, a->inbuf, a->position, 1);
    break;
  }
  case CALL_Reduce_local:
    reduces(w);
    break;
    FORMS(Gather, gather)
    FORMS(Gatherv, gatherv)
    FORMS(Allgather, allgather)
    FORMS(Allgatherv, allgatherv)
    FORMS(Alltoall, alltoall)
    FORMS(Alltoallv, alltoallv)
    FORMS(Alltoallw, alltoallw)
    parts(w, ARGUMENT_PARTS);
    break;
    FORMS(Neighbor_allgather, neighbor_allgather)
    FORMS(Neighbor_allgatherv, neighbor_allgatherv)
    FORMS(Neighbor_alltoall, neighbor_alltoall)
    FORMS(Neighbor_alltoallv, neighbor_alltoallv)
    FORMS(Neighbor_alltoallw, neighbor_alltoallw)
    parts(w, ARGUMENT_NEIGHBOUR_PARTS);
    break;
  default:
    break;
  }
}
