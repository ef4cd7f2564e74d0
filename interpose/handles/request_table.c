#include "request_table.h"

/* The table: a handle has one place; of several that have the same place all but the first are
 * in a second table. */
#define PLACES 4096
static struct request_entry *places[PLACES], *crowd;

static struct request_entry **place_of(MPI_Request handle) {
  return &places[(uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u >> 52];
}

struct request_entry *request_table_find(MPI_Request handle) {
  struct request_entry *e = *place_of(handle);
  if ((!e || e->handle != handle) && crowd)
    HASH_FIND(hh, crowd, &handle, sizeof handle, e);
  return e && e->handle == handle ? e : NULL;
}

void request_table_add(struct request_entry *e) {
  struct request_entry **place = place_of(e->handle);
  if (!*place)
    *place = e;
  else
    HASH_ADD(hh, crowd, handle, sizeof e->handle, e);
}

void request_table_remove(struct request_entry *e) {
  struct request_entry **place = place_of(e->handle);
  if (*place == e)
    *place = NULL;
  else
    HASH_DEL(crowd, e);
}

void request_table_each(void *context,
                        void (*each)(void *context, const struct request_entry *e)) {
  struct request_entry *e, *next;
  for (int i = 0; i < PLACES; i++)
    if (places[i])
      each(context, places[i]);
  HASH_ITER(hh, crowd, e, next)
  each(context, e);
}
