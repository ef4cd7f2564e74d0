/* lock.h: a mutex that is nearly always taken by the same thread.
 *
 * It belongs to the first thread that takes it, which then takes it for 1 ns without an atomic
 * instruction. When another thread takes it, that thread makes the owner see this (membarrier),
 * and it is a plain mutex for all, until the owner has taken it LOCK_ALONE times in a row: what
 * the other thread pays, some microseconds, is less than what these saved. Not recursive. */
#ifndef FENCEPOST_LOCK_H
#define FENCEPOST_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include "thread.h"

struct owned_lock {
  pthread_mutex_t mutex;
  const struct thread *_Atomic owner;
  atomic_int shared; /* set once the mutex decides who holds the lock */
  atomic_int inside; /* the owner holds the lock without the mutex */
  int alone;         /* how often the owner has taken the mutex since another thread did */
};
#define LOCK_ALONE 1000
#define LOCK_INITIALIZER                                                                       \
  { .mutex = PTHREAD_MUTEX_INITIALIZER }

void lock_take_slowly(struct owned_lock *l);
int lock_try(struct owned_lock *l); /* returns whether it was taken; does not wait for it */
/* The thread that it belonged to has ended; from now on it is the calling one's. */
void lock_inherit(struct owned_lock *l);

/* That the owner is inside is written first: whoever sets `shared` looks for it after that. */
static inline void lock_take(struct owned_lock *l) {
  const struct thread *own = thread_current;
  if (own && atomic_load_explicit(&l->owner, memory_order_relaxed) == own) {
    atomic_store_explicit(&l->inside, 1, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&l->shared, memory_order_relaxed))
      return;
    atomic_store_explicit(&l->inside, 0, memory_order_release);
  }
  lock_take_slowly(l);
}

/* `inside` is set only while there is an owner. */
static inline void lock_leave(struct owned_lock *l) {
  if (atomic_load_explicit(&l->inside, memory_order_relaxed) &&
      atomic_load_explicit(&l->owner, memory_order_relaxed) == thread_current)
    atomic_store_explicit(&l->inside, 0, memory_order_release);
  else
    pthread_mutex_unlock(&l->mutex);
}

#endif
