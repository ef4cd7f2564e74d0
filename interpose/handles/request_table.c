#include "request_table.h"
#include <stdlib.h>

#define BITS_FIRST 12
#define BITS_MOST 22
#define BITS_MORE 2

static struct request_entry *first_places[1 << BITS_FIRST];
struct request_entry **request_places = first_places, *request_crowd;
unsigned request_places_shift = 64 - BITS_FIRST;

static size_t places(void) {
  return (size_t)1 << (64 - request_places_shift);
}

struct request_entry *request_table_crowd(MPI_Request handle) {
  struct request_entry *e;
  HASH_FIND(hh, request_crowd, &handle, sizeof handle, e);
  return e;
}

struct request_entry *request_table_own(MPI_Request handle) {
  struct request_entry *newest = request_table_find(handle), *e = newest;
  if (!e || !e->older || !request_shared(handle))
    return e;
  while (e && !request_own(e))
    e = e->older;
  return e ? e : newest;
}

struct request_entry *request_table_of(MPI_Request handle, int starter) {
  struct request_entry *e = request_table_find(handle);
  while (e && (starter < 0 ? request_own(e) : e->maker.thread != starter))
    e = e->older;
  return e;
}

struct request_entry *request_table_among(MPI_Request handle, int earlier, uint64_t call) {
  struct request_entry *e = request_table_own(handle);
  if (!e || !earlier || !request_shared(handle))
    return e;
  for (const struct pending_request *p = e->first; p; p = p->next)
    earlier--;
  if (earlier < 0)
    return e;
  struct request_entry *other = request_table_find(handle);
  while (other && other->asked == call)
    other = other->older;
  return other ? other : e;
}

static void add(struct request_entry *e) {
  struct request_entry **place = request_place(e->handle);
  if (!*place)
    *place = e;
  else
    HASH_ADD(hh, request_crowd, handle, sizeof e->handle, e);
}

/* If memory runs out, all stay where they are. */
static void grow(void) {
  size_t before = places();
  struct request_entry **old = request_places, *crowd = request_crowd, *e, *next;
  struct request_entry **more = calloc(before << BITS_MORE, sizeof *more);
  if (!more)
    return;
  request_places = more;
  request_places_shift -= BITS_MORE;
  request_crowd = NULL;
  for (size_t i = 0; i < before; i++)
    if (old[i])
      add(old[i]);
  HASH_ITER(hh, crowd, e, next) {
    HASH_DEL(crowd, e);
    add(e);
  }
  if (old != first_places)
    free(old);
}

static int is_crowded(void) {
  return HASH_COUNT(request_crowd) > places() / 8 && 64 - request_places_shift < BITS_MOST;
}

static void take_out(struct request_entry *e) {
  struct request_entry **place = request_place(e->handle);
  if (*place == e)
    *place = NULL;
  else
    HASH_DEL(request_crowd, e);
}

void request_table_add(struct request_entry *e) {
  struct request_entry **place = request_place(e->handle);
  if (!*place && !request_crowd) {
    e->older = NULL;
    *place = e;
    return;
  }
  e->older = request_table_find(e->handle);
  if (e->older)
    take_out(e->older);
  add(e);
  if (is_crowded())
    grow();
}

void request_table_take(struct request_entry *e) {
  struct request_entry **place = request_place(e->handle);
  if (*place == e && !e->older) {
    *place = NULL;
    return;
  }
  struct request_entry *newest = request_table_find(e->handle);
  if (newest == e) {
    take_out(e);
    if (e->older)
      add(e->older);
    return;
  }
  while (newest && newest->older != e)
    newest = newest->older;
  if (newest)
    newest->older = e->older;
}

void request_table_each(void *context,
                        void (*each)(void *context, const struct request_entry *e)) {
  struct request_entry *e, *next;
  for (size_t i = 0; i < places(); i++)
    if (request_places[i])
      each(context, request_places[i]);
  HASH_ITER(hh, request_crowd, e, next)
  each(context, e);
}
