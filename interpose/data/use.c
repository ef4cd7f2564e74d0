#include "use.h"
#include <string.h>
#include "interpose/order/thread_order.h"
#include "interpose/stack/fortran.h"
#include "parts_overlap.h"
#include "unmet_accesses.h"
#include "interpose/base/scratch.h"
#include "type.h"
#include "interpose/base/world.h"

#define ADDRESS(p) ((uint64_t)(uintptr_t)(p))

int use_watched(int64_t lo, int64_t hi) {
  world_lock();
  int watched =
      lo < hi && (order_several || unmet_meets(lo, hi) || check_watches(world.check, lo, hi));
  world_unlock();
  return watched;
}

static struct use *add(struct uses *u, int store, const void *buffer) {
  struct use *use =
      u->taken < USES_OWN ? &u->own[u->taken++] : (struct use *)scratch_take(sizeof *use);
  if (!use)
    return NULL;
  use->next = NULL;
  use->store = store;
  use->buffer = buffer;
  *u->last = use;
  u->last = &use->next;
  return use;
}

/* What is wanted in any case is described at once. */
static struct use *add_any(struct uses *u, int store, const void *buffer, int64_t count,
                           MPI_Datatype type) {
  struct use **last = u->last, *use = add(u, store, buffer);
  if (!use)
    return NULL;
  type_describe(&use->data, ADDRESS(buffer), count, type);
  if (use->data.lo != use->data.hi)
    return use;
  u->last = last;
  return *last = NULL;
}

static struct use *add_one(struct uses *u, int store, const void *buffer, int64_t count,
                           MPI_Datatype type) {
  int64_t lo, hi;
  if (u->all == USE_OVERLAPS)
    return NULL;
  if (u->all == USE_ALL)
    return add_any(u, store, buffer, count, type);
  type_bounds(&lo, &hi, ADDRESS(buffer), count, type);
  if (lo == hi || (!u->all && !use_watched(lo, hi)))
    return NULL;
  struct use *use = add(u, store, buffer);
  if (use && u->all == USE_BOUNDS)
    use->data = (struct event_data){.lo = lo, .hi = hi};
  else if (use)
    type_describe(&use->data, ADDRESS(buffer), count, type);
  return use;
}

void use_add(struct uses *u, int store, const void *buffer, int64_t count, MPI_Datatype type) {
  add_one(u, store, buffer, count, type);
}

void use_receive(struct uses *u, MPI_Status **status, const void *buffer, int64_t count,
                 MPI_Datatype type) {
  u->receive = add_one(u, 1, buffer, count, type);
  u->status = status;
  u->buffer = buffer;
  u->type = type;
}

static int stored(const struct uses *u, const struct event_data *d) {
  for (const struct use *use = u->first; use; use = use->next)
    if (use->store && type_intersect(d, &use->data))
      return 1;
  return 0;
}

void use_alone(struct uses *u) {
  for (struct use **at = &u->first; *at;) {
    if (!(*at)->store && stored(u, &(*at)->data))
      *at = (*at)->next;
    else
      at = &(*at)->next;
  }
}

void use_received(struct uses *u) {
  MPI_Count bytes = 0;
  if (!u->receive || *u->status == MPI_STATUS_IGNORE ||
      REAL(Get_elements_x)(*u->status, MPI_BYTE, &bytes) || bytes == MPI_UNDEFINED)
    return;
  if (bytes < u->receive->data.size)
    type_describe_start(&u->receive->data, ADDRESS(u->buffer), bytes, u->type);
}

static int64_t element(const void *array, size_t size, int i) {
  return size == sizeof(int) ? ((const int *)array)[i] : ((const int64_t *)array)[i];
}

void use_pack(struct uses *u, int store, const void *buffer, const void *position,
              size_t width) {
  u->packed = (struct use_packed){buffer, position, width != sizeof(int), store,
                                  position ? element(position, width, 0) : 0};
}

void use_packed(struct uses *u) {
  const struct use_packed *p = &u->packed;
  if (p->buffer && p->position)
    use_add(u, p->store, (const char *)p->buffer + p->from,
            element(p->position, p->wide ? 8 : sizeof(int), 0) - p->from, MPI_BYTE);
}

int64_t use_count(const struct use_blocks *b, int i) {
  return b->counts ? element(b->counts, b->count_size, i) : b->count;
}

static struct type_part block(const struct use_blocks *b, int i, int64_t extent) {
  int64_t count = use_count(b, i);
  int64_t at = b->displs ? element(b->displs, b->displ_size, i) : i * count;
  return (struct type_part){ADDRESS(b->buffer) + (uint64_t)(b->types ? at : at * extent), count,
                            b->types ? b->types[i] : b->type};
}

static int takes_part(const struct use_blocks *b, int i) {
  return (b->only < 0 || i == b->only) && i != b->except &&
         !(b->ranks && b->ranks[i] == MPI_PROC_NULL);
}

static void add_parts(struct uses *u, int store, const void *buffer,
                      const struct type_part *part, int n) {
  int64_t lo = 0, hi = 0;
  for (int i = 0; i < n; i++) {
    int64_t from, to;
    type_bounds(&from, &to, part[i].address, part[i].count, part[i].type);
    if (from == to)
      continue;
    int first = lo == hi;
    lo = first || from < lo ? from : lo;
    hi = first || to > hi ? to : hi;
  }
  if (lo == hi || (!u->all && !use_watched(lo, hi)))
    return;
  struct use *use = add(u, store, buffer);
  if (use && u->all == USE_BOUNDS)
    use->data = (struct event_data){.lo = lo, .hi = hi};
  else if (use)
    type_describe_parts(&use->data, part, n);
}

void use_array(struct uses *u, const void *array, int n, size_t size) {
  if (!u->arrays || !array)
    return;
  for (const struct use *use = u->first; use; use = use->next)
    if (use->buffer == array && !use->store)
      return;
  use_add(u, 0, array, (int64_t)n * (int64_t)size, MPI_BYTE);
}

/* A block that is already in its place overlaps others like one that comes. Equal blocks lie as
 * so many items do, unless some are left out. */
static void look_for_overlap(struct uses *u, const struct use_blocks *b) {
  int64_t items = 0, extent = b->types ? 0 : type_extent(b->type);
  if (!b->counts && (__builtin_mul_overflow(b->count, (int64_t)b->n, &items) ||
                     !type_overlaps(b->type, items)))
    return;
  struct type_part *part = scratch_take((size_t)b->n * sizeof *part);
  for (int i = 0; part && i < b->n; i++)
    part[i] = b->ranks && b->ranks[i] == MPI_PROC_NULL ? (struct type_part){.count = 0}
                                                       : block(b, i, extent);
  u->blocks = part && parts_overlap(part, b->n, u->block);
}

void use_blocks(struct uses *u, int store, const struct use_blocks *b) {
  if (b->n <= 0)
    return;
  if (u->all == USE_OVERLAPS) {
    if (store)
      look_for_overlap(u, b);
    return;
  }
  u->varies |= b->counts || b->displs || b->types;
  use_array(u, b->counts, b->n, b->count_size);
  use_array(u, b->displs, b->n, b->displ_size);
  if (u->arrays && b->types && !from_fortran(thread_self())) /* that has a copy */
    use_array(u, b->types, b->n, sizeof *b->types);
  if (!b->counts && b->only < 0 && b->except < 0 && !b->ranks) {
    use_add(u, store, b->buffer, b->count * b->n, b->type);
    return;
  }
  struct type_part *part = scratch_take((size_t)b->n * sizeof *part);
  int64_t extent = b->types ? 0 : type_extent(b->type);
  int n = 0;
  for (int i = 0; part && i < b->n; i++)
    if (takes_part(b, i))
      part[n++] = block(b, i, extent);
  if (part)
    add_parts(u, store, b->buffer, part, n);
}
