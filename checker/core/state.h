/* state.h: what one rank's checker remembers. Only files of checker/ include it.
 *
 * What a module remembers is a part of its own, defined in the header of the module and named
 * after it. state.h includes these headers, so they name struct check but do not need it. Only
 * what belongs to all is defined here. */
#ifndef FENCEPOST_STATE_H
#define FENCEPOST_STATE_H

#include "include/hash.h"
#include "include/call.h"
#include "include/check.h"
#include "batch.h"
#include "checker/operations/freed_sends.h"
#include "checker/operations/local.h"
#include "checker/rules/atomic.h"
#include "checker/rules/buffered.h"
#include "checker/rules/nocheck.h"
#include "checker/rules/ready.h"
#include "checker/rules/shared.h"
#include "checker/rules/visible.h"
#include "checker/tell/told.h"
#include "group.h"
#include "handlers.h"
#include "memory.h"
#include "peer.h"
#include "retire.h"
#include "round.h"
#include "shelf.h"
#include "watch.h"
#include "window.h"

/* What the core asks of the rules, which call it themselves: given once (check.c). */
struct asks {
  void (*freed)(struct check *c, const struct access *a); /* the access is about to go */
  void (*meet)(struct check *c, struct access *a, struct access *b); /* two are to be one */
  struct ready *(*ready_sent)(struct check *c, const struct event *e);
  int (*brought_out)(const struct check *c, const struct access *store, uint64_t *when);
  void (*learned)(struct check *c); /* something from another process */
};

/* The numbers of this rank's events. */
struct own_time {
  uint64_t now;        /* of the last event, */
  uint64_t noted;      /* of the last one that others may be asked about: all but messages, */
  uint64_t settled;    /* and of the last that others may have heard of */
  uint64_t generation; /* calls so far that all ranks of the world must enter */
  struct {
    uint64_t now, settled, noted;
  } before_all;     /* as they were at the last of those */
  uint64_t segment; /* the program's first access since another event; 0: none yet */
};

struct check {
  int rank, size;
  struct asks asks;
  int concurrent; /* collective calls need not come in the same order at all ranks */
  int failed;
  struct check_output out;
  uint8_t model; /* decides; 0: each window's own */
  int looks;     /* some load of this rank has polled a location */
  int tainted;   /* some atomic operation or polling load has read a value, here or in what this
                    rank heard */
  uint8_t fetched; /* some operation of this rank has read others' memory, or it has locked its
                      own: see attach_order.c */
  struct clock *clock; /* what this rank knows of the others */
  struct own_time time;
  struct check_gaps gaps;
  struct peers peers;
  struct batch batch;
  struct quiet quiet;
  struct windows windows;
  struct memory memory;
  struct shelves shelves;
  struct in_use in_use;
  struct retiring retiring;
  struct unlocking unlocking;
  struct request *requests; /* by id; rma_request.h */
  struct freed_sends freed_sends;
  struct atomic_orders atomic;
  struct visibility visible;
  struct shared_memory shared;
  struct nocheck nocheck;
  struct buffered_sends buffered;
  struct ready_receives ready;
  struct greqs *greqs; /* greq.h; NULL until there is one */
  struct told *told;   /* by lines: what was claimed; see told.c */
};

/* After HASH_ADD of `item`: 0 and the item freed when there was no memory for the table. */
#define check_added(c, item) ((item)->hh.tbl ? 1 : (free(item), (c)->failed = 1, 0))

#endif
