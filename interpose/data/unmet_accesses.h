/* unmet_accesses.h: accesses of pending operations that no event has met yet.
 *
 * The buffer of a nonblocking call matters only if something else accesses it before the
 * operation is complete, which hardly ever happens. The access is kept here until an event
 * comes that may do so. The checker never hears of an access that ends before. Only where no
 * tracer looks for the program's own loads and stores in the buffer (world_may_keep_back): not
 * at level compiled. Everything is called with world_lock. */
#ifndef FENCEPOST_UNMET_ACCESSES_H
#define FENCEPOST_UNMET_ACCESSES_H

#include "include/check.h"
#include "include/event.h"
#include "interpose/base/thread.h"

/* An access that is kept, and what finds it. */
struct unmet {
  struct unmet_access {
    uint64_t request;
    struct event_data data;
    uint32_t stack;
    int thread;
    uint16_t call;
    uint8_t store, argument;
  } access;
  uint8_t level, touched, fresh, pooled; /* pooled: in memory of unmet_keep */
  struct event_run run;
  struct unmet *next; /* free */
  /* Puts the access into the list of its level, and into those of the granules, blocks of
   * addresses, that it touches. */
  struct unmet_touch {
    struct unmet_touch *next, **at; /* at: what points to this */
    struct unmet *owner;
  } touch[3];
};

/* Both return 0 if the checker must hear of the access at once, since something is there
 * already, or since there is no room for it (the bytes are more than one run, or 65,536 are
 * kept). The first keeps `l->access` in the caller's memory. They take constant time, however
 * many are kept. */
int unmet_put(struct unmet *l);
int unmet_keep(const struct unmet_access *a);
/* The operation is over. Returns 0 if the checker knows of it. */
int unmet_drop(uint64_t request);
/* The same, but the checker must be told of it from now on. */
void unmet_tell(uint64_t request, void (*feed)(struct event *));
/* The checker must hear of all accesses at once from now on: feeds those that are kept. */
void unmet_stop(void (*feed)(struct event *));
/* Returns whether an access to these addresses would meet one. */
int unmet_meets(int64_t lo, int64_t hi);
int unmet_any(void); /* whether some are kept */
/* Widens the bounds so that they contain all. */
void unmet_bounds(int64_t *lo, int64_t *hi);
/* Like check_in_use_list. */
int unmet_list(struct used_bytes *list, int most);
/* Called before `e` is fed: feeds those that matter now. */
void unmet_before(const struct event *e, void (*feed)(struct event *));

#endif
