#include "type.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include "../include/basic.h"
#include "contents.h"
#include "scratch.h"
#include "shape.h"
#include "world.h"

struct entry {
  MPI_Datatype handle;
  struct shape shape;
  _Atomic int shaped;
  int committed, references; /* references: given out by MPI_Type_get_contents */
  /* Numbers of items found to lie clear of each other, and not to. */
  _Atomic int64_t clear, overlapping;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;
static _Atomic uint32_t epoch; /* of the handles: changes when one is freed */

static struct entry *entry_get(MPI_Datatype handle) {
  struct entry *e;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  if (!e && (e = calloc(1, sizeof *e))) {
    e->handle = handle;
    e->clear = 1;
    e->overlapping = INT64_MAX;
    HASH_ADD(hh, entries, handle, sizeof handle, e);
  }
  pthread_mutex_unlock(&lock);
  return e;
}

static void entry_shape(struct entry *e) {
  struct shape shape;
  struct quiet q;
  quiet_enter(&q);
  shape_build(&shape, e->handle);
  quiet_leave(&q);
  pthread_mutex_lock(&lock);
  if (e->shaped) {
    shape_drop(&shape);
  } else {
    e->shape = shape;
    e->shaped = 1;
  }
  pthread_mutex_unlock(&lock);
}

/* NULL: no datatype. */
static struct entry *entry_of(MPI_Datatype handle) {
  static __thread struct {
    MPI_Datatype handle;
    uint32_t epoch;
    struct entry *entry;
  } recent[8]; /* the room for such variables of a library loaded late is small */
  unsigned slot = (unsigned)((uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u >> 61);
  if (recent[slot].handle == handle && recent[slot].entry && recent[slot].epoch == epoch)
    return recent[slot].entry;
  uint32_t now = epoch;
  struct entry *e = handle == MPI_DATATYPE_NULL ? NULL : entry_get(handle);
  if (!e)
    return NULL;
  if (!e->shaped)
    entry_shape(e);
  if (!e->shape.valid)
    return NULL;
  recent[slot].handle = handle;
  recent[slot].epoch = now;
  recent[slot].entry = e;
  return e;
}

/* Items that lie clear of each other once do so in any smaller number. */
static int items_overlap(struct entry *e, int64_t count, const struct runs *all) {
  const struct shape *s = &e->shape;
  int64_t step = s->extent < 0 ? -s->extent : s->extent;
  if (s->overlaps)
    return 1;
  if (count <= e->clear || step >= s->hi - s->lo)
    return 0;
  if (count < e->overlapping) {
    if (runs_overlap(all))
      e->overlapping = count;
    else
      e->clear = count;
  }
  return count >= e->overlapping;
}

static void lay_out(struct event_data *d, struct entry *e, int64_t address, int64_t count) {
  static __thread struct runs all;
  runs_clear(&all);
  runs_repeat(&all, &e->shape.runs, address, count, e->shape.extent);
  runs_pack(&all);
  struct event_run *out = NULL;
  int dense = all.count == 1 && all.run->count == 1;
  if (!all.many && !dense)
    out = scratch_take((size_t)all.count * sizeof *out);
  if (out) {
    memcpy(out, all.run, (size_t)all.count * sizeof *out);
    d->run = out;
    d->runs = all.count;
  } else if (!dense) {
    d->flags |= DATA_INEXACT;
  }
  d->flags |= items_overlap(e, count, &all) ? DATA_OVERLAP : 0;
}

void type_describe(struct event_data *d, uint64_t address, int64_t count, MPI_Datatype type) {
  memset(d, 0, sizeof *d);
  struct entry *e = entry_of(type);
  if (!e || count < 0)
    return;
  const struct shape *s = &e->shape;
  d->size = count * s->size;
  d->present = count > 0;
  d->basic = s->basic;
  d->flags = (uint8_t)((s->derived ? DATA_DERIVED : 0) |
                       (s->derived && !e->committed ? DATA_UNCOMMITTED : 0));
  if (!d->size)
    return;
  int64_t last = (count - 1) * s->extent;
  d->lo = (int64_t)address + s->lo + (last < 0 ? last : 0);
  d->hi = (int64_t)address + s->hi + (last > 0 ? last : 0);
  if (s->inexact)
    d->flags |= DATA_INEXACT;
  else if (!s->dense)
    lay_out(d, e, (int64_t)address, count);
}

int type_intersect(const struct event_data *a, const struct event_data *b) {
  struct event_run whole_a = {a->lo, a->hi - a->lo, a->hi - a->lo, 1},
                   whole_b = {b->lo, b->hi - b->lo, b->hi - b->lo, 1};
  if (a->lo >= b->hi || b->lo >= a->hi || a->lo == a->hi || b->lo == b->hi ||
      ((a->flags | b->flags) & DATA_INEXACT))
    return 0;
  return runs_meet(a->runs ? a->run : &whole_a, a->runs ? a->runs : 1,
                   b->runs ? b->run : &whole_b, b->runs ? b->runs : 1);
}

/* Which datatypes are committed. Those that come out of MPI_Type_get_contents may or may not be
 * (section 4.1.13): they are taken as committed. */

static void commit(MPI_Datatype handle) {
  struct entry *e = handle == MPI_DATATYPE_NULL ? NULL : entry_get(handle);
  if (e)
    e->committed = 1;
}

void type_leave_commit(struct frame *f) {
  struct args_Type_commit *a = f->args;
  if (f->rc == MPI_SUCCESS)
    commit(*a->datatype);
}

void type_leave_dup(struct frame *f) {
  struct args_Type_dup *a = f->args;
  struct entry *e = f->rc == MPI_SUCCESS ? entry_of(a->oldtype) : NULL;
  if (e && (e->committed || !e->shape.derived))
    commit(*a->newtype);
}

/* Open MPI gives out a new handle, MPICH the very one that went in: it will be freed once more.
 */
static void give(MPI_Datatype handle) {
  struct entry *e;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  if (e)
    e->references++;
  pthread_mutex_unlock(&lock);
  commit(handle);
}

static void leave_contents(const struct frame *f, MPI_Datatype type,
                           const MPI_Datatype *parts) {
  struct contents c;
  if (f->rc != MPI_SUCCESS || !contents_outline(&c, type))
    return;
  for (int64_t i = 0; i < c.types; i++)
    give(parts[i]);
}

void type_leave_contents(struct frame *f) {
  struct args_Type_get_contents *a = f->args;
  leave_contents(f, a->datatype, a->array_of_datatypes);
}

#ifndef FENCEPOST_OPENMPI
void type_leave_contents_c(struct frame *f) {
  struct args_Type_get_contents_c *a = f->args;
  leave_contents(f, a->datatype, a->array_of_datatypes);
}
#endif

/* The library made the copies it gives out, and committed them. */
void type_leave_view(struct frame *f) {
  struct args_File_get_view *a = f->args;
  if (f->rc == MPI_SUCCESS) {
    commit(*a->etype);
    commit(*a->filetype);
  }
}

/* The handle may come back for another datatype. */
void type_enter_free(struct frame *f) {
  struct args_Type_free *a = f->args;
  struct entry *e;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, a->datatype, sizeof *a->datatype, e);
  if (e && e->references > 0) {
    e->references--;
  } else if (e && (e->committed || e->shape.derived)) {
    epoch++;
    HASH_DEL(entries, e);
    shape_drop(&e->shape);
    free(e);
  }
  pthread_mutex_unlock(&lock);
}
