/* atomic.h: order made by atomic operations on shared variables: locks and flags built by hand.
 */
#ifndef FENCEPOST_ATOMIC_H
#define FENCEPOST_ATOMIC_H

#include <stddef.h>
#include <stdint.h>
#include "checker/core/queue.h"

struct access;
struct check;
struct clock;
struct event;
struct event_order;
struct finding;
struct told;
struct window;

#define ORDERS_MOST 1000000

#define LOCKED_MOST 10000

struct atomic_orders {
  struct suspect *suspects; /* accesses that race unless a value that was read orders them */
  int suspect_count;
  struct atom *atoms; /* atomic operations on this rank's variables, by struct atom_key */
  size_t locked;      /* how many of them are puts and gets under locks, up to LOCKED_MOST */
  size_t lost, looks; /* number of things not kept; number of comparisons of two atoms */
  /* Queue of struct event_order with arrays of its own: found at this rank, */
  struct queue orders;
  struct queue heard; /* and at others */
};

void atomic_issued(struct check *c, struct window *w, const struct event *e,
                   struct clock *start, uint64_t time);
/* The operation, a put or get, is complete. */
void atomic_over(struct check *c, const struct access *op);
void atomic_polled(struct check *c, const struct access *look, struct access *update);
/* Returns whether one of the two is an atomic operation, or a look of a loop that waits, in
 * shared memory. Processes order themselves by such accesses: one may look at what the other
 * stores. */
void atomic_looked(struct check *c, const struct access *a, const struct access *b);
/* Notes an order: what rank o.to does from its event o.to_time on comes after what rank o.from
 * had completed at its event o.from_time, when it knew the clock k. */
void atomic_order_push(struct check *c, struct event_order o, const struct clock *k);
void atomic_suspect(struct check *c, struct told *told, const struct finding *f,
                    const struct access *a, const struct access *b);
void atomic_judge(struct check *c); /* makes findings of the suspects that nothing orders */
void atomic_suspects_free(struct check *c);
void atomic_free(struct check *c);

#endif
