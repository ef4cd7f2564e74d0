/* thread_level.h: whether the thread level that MPI has granted lets this thread make this call
 * now (section 12.4.3). Costs a few comparisons for each call while one thread calls MPI, and
 * at MPI_THREAD_MULTIPLE.
 *
 * At MPI_THREAD_SERIALIZED it is not enough that no two threads are in MPI at once in this run:
 * something must order them (interpose/order/). */
#ifndef FENCEPOST_THREAD_LEVEL_H
#define FENCEPOST_THREAD_LEVEL_H

#include "interpose/base/thread.h"
#include "interpose/base/internal.h"
#include "interpose/order/thread_order.h"

/* Set once the level is known, if it is below MPI_THREAD_MULTIPLE. */
enum thread_level_low { THREAD_LEVEL_MANY, THREAD_LEVEL_FIRST, THREAD_LEVEL_IN_TURN };
extern INTERNAL _Atomic int thread_level_low;
extern INTERNAL int thread_level_given; /* the level itself, once it is known */
/* Called in the call that has initialized MPI. */
void thread_level_begin(void);
void thread_level_check(struct frame *f);
/* MPI_Finalize: whether the thread may call it, now (section 12.4.2). */
void thread_level_finalize(struct frame *f);

/* Whether it has something to check. Threads that have not called MPI yet may come to it in
 * their turn. */
static inline int thread_level_looks(void) {
  int low = thread_level_low;
  return low && (thread_several || (order_on && low == THREAD_LEVEL_IN_TURN));
}

#endif
