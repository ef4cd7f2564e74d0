/* request_waited.c: for whom requests wait, for reports of hangs (completion.h). */
#include "comm.h"
#include "interpose/base/world.h"
#include "interpose/calls/completion.h"
#include "request_table.h"

void request_sends(struct pending_request *p, int32_t rank, uint64_t key) {
  p->entry->sends = 1;
  p->entry->to = rank;
  p->entry->to_key = key;
}

static void waited_add(struct waited *w, const struct request_entry *e, enum way way,
                       int32_t rank, uint64_t key) {
  if (rank < 0 || w->count == WAITED) {
    w->unknown++;
    return;
  }
  w->way[w->count] = (unsigned char)way;
  w->key[w->count] = key;
  if (way == WAY_COLLECTIVE || way == WAY_STARTED)
    w->on[w->count] = e->any->id;
  else
    w->on[w->count] = way == WAY_FILE ? e->file : 0;
  w->maker[w->count] = e->maker;
  w->peer[w->count++] = rank;
}

/* Entries are never given back to the system, because another thread may still read one that is
 * over. */
void requests_waited(struct request_entry *const *held, int n, int all, struct waited *w) {
  w->unknown = w->count = w->wild = w->nobody = 0;
  for (int i = 0; i < n; i++) {
    const struct request_entry *e = held[i];
    if (!e || !e->active || e->gone || e->told || e->shared)
      continue;
    if (e->sends && all)
      waited_add(w, e, WAY_SEND, e->to, e->to_key);
    if (e->maker.call == CALL_Grequest_start)
      waited_add(w, e, WAY_SELF, world.rank, 0);
    else if (e->way == WAY_NOBODY)
      w->nobody++;
    else if (e->way == WAY_OTHER)
      w->unknown++;
    else if (!e->any || e->peer >= 0)
      waited_add(w, e, e->way, e->peer, e->key);
    else
      for (int k = 0; k < e->any->remote_size; k++) {
        waited_add(w, e, e->way, e->any->remote[k], e->key);
        w->wild += e->way == WAY_RECEIVE && e->any->remote_size > 1;
      }
  }
}
