#include "type.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include "../include/basic.h"
#include "shape.h"
#include "world.h"

struct entry {
  MPI_Datatype handle;
  struct shape shape;
  int shaped, committed;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;

static struct entry *entry_get(MPI_Datatype handle) {
  struct entry *e;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  if (!e && (e = calloc(1, sizeof *e))) {
    e->handle = handle;
    HASH_ADD(hh, entries, handle, sizeof handle, e);
  }
  pthread_mutex_unlock(&lock);
  return e;
}

static struct shape *shape_of(MPI_Datatype handle, int *committed) {
  struct entry *e = handle == MPI_DATATYPE_NULL ? NULL : entry_get(handle);
  if (!e)
    return NULL;
  if (!e->shaped) {
    struct quiet q;
    quiet_enter(&q);
    shape_build(&e->shape, handle);
    quiet_leave(&q);
    e->shaped = 1;
  }
  *committed = e->committed || !e->shape.derived;
  return e->shape.valid ? &e->shape : NULL;
}

void type_describe(struct event_data *d, uint64_t address, int64_t count, MPI_Datatype type) {
  int committed = 1;
  memset(d, 0, sizeof *d);
  struct shape *s = shape_of(type, &committed);
  if (!s || count < 0)
    return;
  d->size = count * s->size;
  d->present = count > 0;
  d->basic = s->basic;
  d->flags = (uint8_t)((s->derived ? DATA_DERIVED : 0) | (committed ? 0 : DATA_UNCOMMITTED) |
                       (shape_overlaps(s, count) ? DATA_OVERLAP : 0));
  if (!d->size)
    return;
  int64_t last = (count - 1) * s->extent;
  d->lo = (int64_t)address + s->lo + (last < 0 ? last : 0);
  d->hi = (int64_t)address + s->hi + (last > 0 ? last : 0);
}

int type_intersect(uint64_t a, int64_t na, MPI_Datatype ta, uint64_t b, int64_t nb,
                   MPI_Datatype tb) {
  struct event_data da, db;
  int unused;
  type_describe(&da, a, na, ta);
  type_describe(&db, b, nb, tb);
  if (da.lo >= db.hi || db.lo >= da.hi || da.lo == da.hi || db.lo == db.hi)
    return 0;
  return shapes_intersect(shape_of(ta, &unused), (int64_t)a, na, shape_of(tb, &unused),
                          (int64_t)b, nb);
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
  if (f->rc == MPI_SUCCESS && entry_get(a->oldtype) && entry_get(a->oldtype)->committed)
    commit(*a->newtype);
}

void type_leave_contents(struct frame *f) {
  struct args_Type_get_contents *a = f->args;
  int ni, na, nd = 0, combiner;
  if (f->rc == MPI_SUCCESS && REAL(Type_get_envelope)(a->datatype, &ni, &na, &nd, &combiner))
    nd = 0;
  for (int i = 0; f->rc == MPI_SUCCESS && i < nd; i++)
    commit(a->array_of_datatypes[i]);
}

/* The handle may come back for another datatype. */
void type_enter_free(struct frame *f) {
  struct args_Type_free *a = f->args;
  struct entry *e;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, a->datatype, sizeof *a->datatype, e);
  if (e && (e->committed || e->shape.derived)) {
    HASH_DEL(entries, e);
    shape_drop(&e->shape);
    free(e);
  }
  pthread_mutex_unlock(&lock);
}
