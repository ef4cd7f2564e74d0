#include "type.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "include/basic.h"
#include "contents.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/invalid.h"
#include "interpose/handles/object.h"
#include "interpose/base/store.h"
#include "interpose/base/scratch.h"
#include "shape.h"
#include "interpose/base/world.h"

struct type_entry {
  MPI_Datatype handle;
  struct shape shape;
  _Atomic int shaped;
  int committed, references; /* references: given out by MPI_Type_get_contents */
  /* Numbers of items found to lie clear of each other, and not to. */
  _Atomic int64_t clear, overlapping;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct type_entry *entries;
static struct store entry_store;
/* An entry that counts as if it were not there, or NULL. A program that makes and frees
 * datatypes in turn gets the same handle again, and its entry need not be made anew. */
static struct type_entry *blank;
_Atomic uint32_t type_changes, type_versions[TYPE_VERSIONS];

static struct type_entry *find_locked(MPI_Datatype handle) {
  struct type_entry *e;
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  return e;
}

static void blank_locked(struct type_entry *e) {
  e->shape = (struct shape){0};
  e->shaped = e->committed = 0;
  e->clear = 1;
  e->overlapping = INT64_MAX;
}

static struct type_entry *entry_get(MPI_Datatype handle) {
  calls_lock(&lock);
  struct type_entry *e = find_locked(handle);
  if (e && e == blank)
    blank = NULL;
  if (!e && (e = store_take(&entry_store, sizeof *e))) {
    e->handle = handle;
    blank_locked(e);
    HASH_ADD(hh, entries, handle, sizeof handle, e);
  }
  calls_unlock(&lock);
  return e;
}

/* The entry, if it is there and counts. */
static struct type_entry *entry_known(MPI_Datatype handle) {
  calls_lock(&lock);
  struct type_entry *e = find_locked(handle);
  if (e == blank)
    e = NULL;
  calls_unlock(&lock);
  return e;
}

static void entry_shape(struct type_entry *e) {
  struct shape shape;
  struct quiescence q;
  quiet_enter(&q);
  shape_build(&shape, e->handle);
  quiet_leave(&q);
  calls_lock(&lock);
  if (e->shaped) {
    shape_drop(&shape);
  } else {
    e->shape = shape;
    e->shaped = 1;
  }
  calls_unlock(&lock);
}

/* What a thread keeps. */
struct types {
  struct {
    MPI_Datatype handle;
    uint32_t version;
    struct type_entry *entry;
  } recent[64];
  struct runs items, parts; /* room to work in */
};

static struct types *types_self(void) {
  struct thread *t = thread_self();
  if (t && !t->types)
    t->types = calloc(1, sizeof *t->types);
  return t ? t->types : NULL;
}

static int is_none(MPI_Datatype handle) {
  return handle == MPI_DATATYPE_NULL || object_over(OBJECT_TYPE, &handle, NULL) ||
         handle_invalid(OBJECT_TYPE, &handle);
}

/* NULL: no datatype. */
static struct type_entry *entry_of(MPI_Datatype handle) {
  struct types *t = types_self();
  if (!t)
    return NULL;
  unsigned slot = (unsigned)((uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u >> 58);
  if (t->recent[slot].handle == handle && t->recent[slot].entry &&
      t->recent[slot].version == type_version(handle))
    return t->recent[slot].entry;
  uint32_t now = type_version(handle);
  struct type_entry *e = entry_known(handle);
  if (!e && !is_none(handle))
    e = entry_get(handle);
  if (!e)
    return NULL;
  if (!e->shaped)
    entry_shape(e);
  if (!e->shape.valid)
    return NULL;
  t->recent[slot].handle = handle;
  t->recent[slot].version = now;
  t->recent[slot].entry = e;
  return e;
}

int type_is_none(MPI_Datatype type) {
  return !entry_of(type) && handle_invalid(OBJECT_TYPE, &type);
}

/* Any number of items lie clear of each other, because each begins after the one before. */
static int lie_clear(const struct shape *s) {
  return (s->extent < 0 ? -s->extent : s->extent) >= s->hi - s->lo;
}

/* Items that lie clear of each other once do so in any smaller number. */
static int items_overlap(struct type_entry *e, int64_t count, const struct runs *all) {
  const struct shape *s = &e->shape;
  if (s->overlaps)
    return 1;
  if (count <= e->clear || lie_clear(s))
    return 0;
  if (count < e->overlapping) {
    if (runs_overlap(all))
      e->overlapping = count;
    else
      e->clear = count;
  }
  return count >= e->overlapping;
}

/* As runs of the event, in scratch memory; nothing for one block. */
static void give_runs(struct event_data *d, const struct runs *all) {
  if (!all->many && all->count == 1 && all->run->count == 1)
    return;
  size_t bytes = (size_t)all->count * sizeof *all->run;
  struct event_run *out = all->many ? NULL : scratch_take(bytes);
  if (!out) {
    d->flags |= DATA_INEXACT;
    return;
  }
  memcpy(out, all->run, bytes);
  d->run = out;
  d->runs = all->count;
}

static void lay_out(struct event_data *d, struct type_entry *e, int64_t address,
                    int64_t count) {
  struct runs *all = &types_self()->items;
  runs_clear(all);
  runs_repeat(all, &e->shape.runs, address, count, e->shape.extent);
  runs_pack(all);
  give_runs(d, all);
  d->flags |= items_overlap(e, count, all) ? DATA_OVERLAP : 0;
}

static void span(int64_t *lo, int64_t *hi, const struct shape *s, uint64_t address,
                 int64_t count) {
  int64_t last = (count - 1) * s->extent;
  *lo = (int64_t)address + s->lo + (last < 0 ? last : 0);
  *hi = (int64_t)address + s->hi + (last > 0 ? last : 0);
}

void type_describe(struct event_data *d, uint64_t address, int64_t count, MPI_Datatype type) {
  memset(d, 0, sizeof *d);
  struct type_entry *e = entry_of(type);
  if (!e || count < 0)
    return;
  const struct shape *s = &e->shape;
  d->size = count * s->size;
  d->present = count > 0;
  d->basic = s->basic;
  d->element = s->element;
  d->flags = (uint8_t)((s->derived ? DATA_DERIVED : 0) |
                       (s->derived && !e->committed ? DATA_UNCOMMITTED : 0));
  if (!d->size)
    return;
  span(&d->lo, &d->hi, s, address, count);
  if (s->inexact)
    d->flags |= DATA_INEXACT;
  else if (!s->dense)
    lay_out(d, e, (int64_t)address, count);
}

void type_bounds(int64_t *lo, int64_t *hi, uint64_t address, int64_t count, MPI_Datatype type) {
  struct type_entry *e = entry_of(type);
  *lo = *hi = 0;
  if (e && count > 0 && e->shape.size)
    span(lo, hi, &e->shape, address, count);
}

int type_overlaps(MPI_Datatype type, int64_t count) {
  struct type_entry *e = entry_of(type);
  struct event_data all;
  if (!e || count <= 0 || e->shape.inexact)
    return 0;
  if (count <= e->clear || lie_clear(&e->shape))
    return e->shape.overlaps;
  type_describe(&all, 0, count, type);
  return (all.flags & DATA_OVERLAP) != 0;
}

int type_is_spaced(MPI_Datatype type) {
  const struct type_entry *e = entry_of(type);
  return !e || lie_clear(&e->shape);
}

enum type_kind type_kind(MPI_Datatype type, unsigned *basic) {
  struct type_entry *e = entry_of(type);
  *basic = e ? e->shape.basic : BASIC_UNKNOWN;
  return !e                  ? TYPE_UNKNOWN
         : !e->shape.derived ? TYPE_PREDEFINED
         : e->committed      ? TYPE_DERIVED
                             : TYPE_UNCOMMITTED;
}

int type_parts(MPI_Datatype type, const uint64_t **part) {
  struct type_entry *e = entry_of(type);
  *part = e ? e->shape.signature.part : NULL;
  return e && e->shape.signature.parts > 1 ? e->shape.signature.parts : 0;
}

int64_t type_extent(MPI_Datatype type) {
  struct type_entry *e = entry_of(type);
  return e ? e->shape.extent : 0;
}

int type_decreases(MPI_Datatype type) {
  const struct type_entry *e = entry_of(type);
  return e && e->shape.decreases;
}

const struct shape *type_shape(MPI_Datatype type) {
  const struct type_entry *e = entry_of(type);
  return e ? &e->shape : NULL;
}

void type_describe_start(struct event_data *d, uint64_t address, int64_t bytes,
                         MPI_Datatype type) {
  struct type_entry *e = entry_of(type);
  int64_t size = e ? e->shape.size : 0;
  type_describe(d, address, size ? bytes / size : 0, type);
  if (!size || !e->shape.dense || bytes % size == 0)
    return;
  type_describe(d, address, bytes / size + 1, type);
  d->hi -= size - bytes % size;
  d->size = bytes;
}

static void join(struct event_data *d, struct runs *all, const struct event_data *part) {
  if (part->lo == part->hi)
    return;
  int first = d->lo == d->hi;
  d->lo = first || part->lo < d->lo ? part->lo : d->lo;
  d->hi = first || part->hi > d->hi ? part->hi : d->hi;
  d->size += part->size;
  d->element = first ? part->element : d->element;
  d->basic = first || d->basic == part->basic ? part->basic : BASIC_MIXED;
  d->flags |= part->flags;
  if (!part->runs)
    runs_block(all, part->lo, part->hi - part->lo);
  for (int32_t i = 0; i < part->runs; i++)
    runs_add(all, part->run[i]);
}

void type_describe_parts(struct event_data *d, const struct type_part *part, int n) {
  struct types *t = types_self();
  memset(d, 0, sizeof *d);
  if (!t)
    return;
  runs_clear(&t->parts);
  for (int i = 0; i < n; i++) {
    struct event_data one;
    type_describe(&one, part[i].address, part[i].count, part[i].type);
    join(d, &t->parts, &one);
  }
  d->present = d->size > 0;
  runs_pack(&t->parts);
  if (d->size && !(d->flags & DATA_INEXACT))
    give_runs(d, &t->parts);
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

void type_commit(MPI_Datatype handle) {
  struct type_entry *e = handle == MPI_DATATYPE_NULL ? NULL : entry_get(handle);
  if (e)
    e->committed = 1;
}

void type_leave_commit(struct frame *f) {
  struct args_Type_commit *a = f->args;
  if (f->rc == MPI_SUCCESS)
    type_commit(*a->datatype);
}

/* Open MPI gives out a new handle, MPICH the very one that went in: it will be freed once more.
 */
static void give(MPI_Datatype handle) {
  calls_lock(&lock);
  struct type_entry *e = find_locked(handle);
  if (e && e != blank)
    e->references++;
  calls_unlock(&lock);
  type_commit(handle);
}

static void leave_contents(struct frame *f, MPI_Datatype type, const MPI_Datatype *parts) {
  struct contents c;
  if (f->rc != MPI_SUCCESS || !contents_outline(&c, type))
    return;
  for (int64_t i = 0; i < c.types; i++) {
    struct contents part;
    give(parts[i]);
    if (contents_outline(&part, parts[i]) && !combiner_predefined(part.combiner))
      object_made(f, OBJECT_TYPE, &parts[i]);
  }
}

void type_leave_contents(struct frame *f) {
  struct args_Type_get_contents *a = f->args;
  leave_contents(f, a->datatype, a->array_of_datatypes);
}

#if HAS_LARGE
void type_leave_contents_c(struct frame *f) {
  struct args_Type_get_contents_c *a = f->args;
  leave_contents(f, a->datatype, a->array_of_datatypes);
}
#endif

/* The library made the copies it gives out, and committed them. */
void type_leave_view(struct frame *f) {
  struct args_File_get_view *a = f->args;
  if (f->rc == MPI_SUCCESS) {
    type_commit(*a->etype);
    type_commit(*a->filetype);
  }
}

static void entry_renew_locked(struct type_entry *e) {
  type_changes++;
  type_versions[type_version_place(e->handle)]++;
  shape_drop(&e->shape);
  blank_locked(e);
}

/* The entry may be of another datatype, which the library freed when the program did not. */
void type_made(MPI_Datatype type, struct shape *s) {
  struct type_entry *e = entry_get(type);
  if (!e) {
    shape_drop(s);
    return;
  }
  calls_lock(&lock);
  if (e->shaped || e->committed)
    entry_renew_locked(e);
  e->shape = *s;
  e->shaped = 1;
  calls_unlock(&lock);
}

/* The handle may come back for another datatype. */
void type_enter_free(struct frame *f) {
  struct args_Type_free *a = f->args;
  calls_lock(&lock);
  struct type_entry *e = find_locked(*a->datatype), *before = blank;
  if (e && e->references > 0) {
    e->references--;
  } else if (e && (e->committed || e->shape.derived)) {
    entry_renew_locked(e);
    blank = e;
    if (before) {
      HASH_DEL(entries, before);
      store_give(&entry_store, before);
    }
  }
  calls_unlock(&lock);
}
