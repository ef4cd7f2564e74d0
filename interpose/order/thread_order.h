/* thread_order.h: how the threads of this process are ordered.
 *
 * libfencepost.so tells when threads of the program begin, end, and order each other
 * (runtimes/thread_hooks.h). Here each thread has a follower, which knows the thread's last
 * event and what other threads have done before that its own next event comes after. Before
 * that event is fed the checker is told (EVENT_THREAD). So a thread that never does anything
 * that the checker hears of costs it nothing.
 *
 * Threads that an MPI library has made of itself are not followed. If one of them does
 * something that is told, or a runtime orders threads by means that are not seen, order is
 * lost: from then on all that is told counts as ordered as it came, and the report says so.
 *
 * The hooks may run anywhere in the program; they take spin locks of their own and, where a
 * thread has accesses that were not told yet, the lock of the world. Cost: as long as the
 * program has one thread, a load for each call; then a walk in a hash table. */
#ifndef FENCEPOST_THREAD_ORDER_H
#define FENCEPOST_THREAD_ORDER_H

#include <stdint.h>
#include "include/event.h"
#include "interpose/base/internal.h"
#include "interpose/runtimes/thread_hooks.h"

/* How a thread was made. */
struct order_birth {
  enum thread_maker maker;
  void *const *pc; /* return addresses */
  int depth;
  int openmp; /* its number in its OpenMP team; -1: none */
};

/* What the order has to know of the rest. */
struct order_parts {
  uint64_t (*last)(void); /* the number of the last event */
  /* Whether the calling thread has accesses that were not told; tells those of all threads.
   * Returns 0 if the lock could not be had for seconds. */
  int (*accessed)(void);
  int (*tell)(void);
  int (*learned)(int thread); /* tells what the thread has learned; the same return */
  /* Fills in return addresses, innermost first, from that one on; returns how many. */
  int (*stack)(const void *caller, void **pc, int most);
  /* A thread that was made is told for the first time: the journal hears of it. Called with the
   * lock of the world. */
  void (*made)(int thread, const struct order_birth *b);
  /* Whether a second thread may do what is checked, now that the program has one; tells the
   * checker so at once, because it keeps more then. */
  int (*expected)(void);
  void (*expect)(void);
  /* Returns why threads may be ordered by what is not seen; NULL: they are not. */
  const char *(*unseen)(void);
  /* Whether the thread may be ordered by those who made it in ways that are not seen. */
  int (*unseen_maker)(void *const *pc, int depth);
  /* The calling thread, which is followed, ends. */
  void (*ends)(void);
  /* The checker is about to hear of a second thread: nothing may be kept back from now on.
   * Called with the lock of the world. */
  void (*several)(void (*feed)(struct event *e));
};

/* From now on the hooks are called. */
void order_attach(const struct order_calls *calls, const struct order_parts *parts);
/* Returns how many threads were made before somebody listened, and whether the program may have
 * made one of them: transports make threads of their own when they are loaded. */
int order_early_threads(int *by_program);
/* What MPI calls do is followed from now on. */
void order_begin(void);

extern INTERNAL _Atomic int order_on;      /* the program has, or had, several threads */
extern INTERNAL _Atomic int order_several; /* the checker has heard of more than one */

/* The checker keeps something until threads learn that it is over, so it is told at once what
 * they learn. */
extern INTERNAL _Atomic int order_awaited;

/* Looks once whether threads may be ordered by what is not seen. It waits for locks of the
 * loader, so it should be called before the checker hears of a second thread, without the lock
 * of the world: a thread that has the loader's may wait for that. */
void order_look(void);

/* Called with the lock of the world before and after an event of the thread is fed, if order_on
 * is set; `last`: number of the last event. */
void order_before(int thread, uint64_t last, void (*feed)(struct event *e));
/* The same lock: a second thread is expected. */
void order_expect(void (*feed)(struct event *e));
void order_fed(int thread, uint64_t seq);

/* Around the end of a time when messages were not told (stream/dormant.h): they may have
 * ordered any two threads, so what was done before happens before all that is done later. The
 * second is also called by order_expect. */
void order_untold_begin(void);
void order_untold_end(void);

/* Atomic operations and fences of code that was built with `fencepost cc` (hooks/hooks.h). */
void *order_atomic(const volatile void *at);
void order_atomic_done(void *place, const volatile void *at, unsigned what);
void order_fence(unsigned what);

/* A message of this process to itself: its send and the receive that took it. `bound`: it may
 * be a later one. */
void order_sent(uint64_t key, uint64_t number);
void order_received(uint64_t key, uint64_t number, int bound);

/* MPI_Grequest_complete of a generalized request, and a call that finds it complete. */
void order_completed(uint64_t request);
void order_waited(uint64_t request);

/* Returns whether the calling thread is followed, so that others may be found to be unordered
 * with what it does. */
int order_follows(void);
/* Returns whether what the calling thread does now comes after that event of the other thread,
 * or whether that cannot be said. */
int order_knows(int thread, uint64_t event);

void order_end(void); /* tells the journal why order was lost, if it was */

#endif
