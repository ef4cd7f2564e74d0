#include "request_table.h"

struct request_entry *request_places[REQUEST_PLACES], *request_crowd;

struct request_entry *request_table_crowd(MPI_Request handle) {
  struct request_entry *e;
  HASH_FIND(hh, request_crowd, &handle, sizeof handle, e);
  return e;
}

static void add(struct request_entry *e) {
  struct request_entry **place = request_place(e->handle);
  if (!*place)
    *place = e;
  else
    HASH_ADD(hh, request_crowd, handle, sizeof e->handle, e);
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
  for (int i = 0; i < REQUEST_PLACES; i++)
    if (request_places[i])
      each(context, request_places[i]);
  HASH_ITER(hh, request_crowd, e, next)
  each(context, e);
}
