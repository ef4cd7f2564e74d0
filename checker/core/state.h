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
#include "checker/rules/lock_order.h"
#include "checker/rules/nocheck.h"
#include "checker/rules/ready.h"
#include "checker/rules/wildcard.h"
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
#include "threads.h"
#include "watch.h"
#include "window.h"

/* Functions of the rules that the core calls. check.c sets them once, since the core must not
 * call the rules by name. */
struct asks {
  void (*freed)(struct check *c, const struct access *a); /* the access is about to be freed */
  void (*meet)(struct check *c, struct access *a, struct access *b); /* two are to be one */
  struct ready *(*ready_sent)(struct check *c, const struct event *e);
  int (*brought_out)(const struct check *c, const struct access *store, uint64_t *when);
  void (*learned)(struct check *c); /* this rank has learned something from another process */
};

/* Numbers of this rank's events. */
struct own_time {
  uint64_t now; /* `now`: the last event, */
  /* The last event of the current thread that others may have to ask about: any but
   * messages, */
  uint64_t noted;
  uint64_t settled; /* the last event that others may have heard of */
  /* The last event by which an access of this rank to its own windows was over, or which
   * brought stores into a public copy: an operation of this rank on itself after it is another
   * one than before it. For its buffers it is by `acquired`: an operation on itself was over,
   * or updates were brought into a private copy. */
  uint64_t touched, acquired;
  uint64_t kept;       /* the last event by which a local access to its own windows was over */
  uint64_t met;        /* what all ranks knew after the last call in which they met (order.c) */
  uint64_t generation; /* number of calls so far that all ranks of the world must enter */
  struct {
    uint64_t now, settled, noted;
  } before_all; /* these numbers at the last of those calls */
  /* First access of the program since another kind of event; 0: there was none. */
  uint64_t segment;
};

/* How a value was read that may order processes. */
enum { TAINTED_BY_VALUE = 1, TAINTED_UNDER_LOCK = 2 };

struct check {
  int rank, size;
  struct asks asks;
  int concurrent; /* threads may make collective calls in another order at each rank */
  int failed;
  struct check_output out;
  unsigned rows; /* bound of a window's history: see history/chronicle.h */
  uint8_t model; /* the memory model that decides; 0: that of each window */
  int looks;     /* some load of this rank has polled a location */
  int tainted; /* an atomic operation, a polling load (TAINTED_BY_VALUE), or a get or load under
                  a lock (TAINTED_UNDER_LOCK) has read a value, at this rank or at one that this
                  rank heard from */
  int values_told;       /* of puts and gets of this rank under locks */
  struct gots *gots;     /* see operations/got.h; NULL: none */
  struct awaits *awaits; /* see operations/await.h; NULL: none */
  uint8_t
      locked_access; /* this rank has accessed its windows under a lock, by loads or stores */
  uint8_t locked_store; /* by a store since it last unlocked */
  uint8_t fetched;      /* an operation of this rank has read memory of others, or this rank has
                           locked its own memory: see attach_order.c */
  struct clock *clock;  /* what the current thread knows of the events of others */
  struct threads *threads; /* NULL: they are not told apart */
  int endings;             /* some pair keeps them; */
  struct endings
      *doubtful_ends; /* or these, which may be of any request with a shared handle */
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
  struct request *requests; /* requests of operations by id; see rma_request.h */
  struct freed_sends freed_sends;
  struct atomic_orders atomic;
  struct visibility visible;
  struct shared_memory shared;
  struct nocheck nocheck;
  struct lock_order lock_order;
  struct buffered_sends buffered;
  struct ready_receives ready;
  struct wildcards wildcards;
  struct greqs *greqs; /* see greq.h; NULL until there is a generalized request */
  uint64_t claims;     /* number of findings so far */
  struct told *told;   /* findings that were claimed already, by their lines; see told.c */
};

/* To be used after HASH_ADD of `item`: returns 0 and frees the item if the table got no
 * memory. */
#define check_added(c, item) ((item)->hh.tbl ? 1 : (free(item), (c)->failed = 1, 0))

/* Returns how values that were read may still order an access: by locks only as long as they
 * are followed. */
static inline int check_tainted(const struct check *c, int tainted) {
  return c->atomic.locked >= LOCKED_MOST ? tainted & ~TAINTED_UNDER_LOCK : tainted;
}

#endif
