/* lock.h: a mutex that is nearly always taken by the same thread.
 *
 * It belongs to the first thread that takes it, which then takes it for 1 ns without an atomic
 * instruction. When another thread takes it for the first time, that thread makes the owner see
 * this (membarrier); from then on it is a plain mutex for all. Not recursive. */
#ifndef FENCEPOST_LOCK_H
#define FENCEPOST_LOCK_H

#include <pthread.h>
#include <stdatomic.h>

struct thread;

struct owned_lock {
  pthread_mutex_t mutex;
  const struct thread *_Atomic owner;
  atomic_int shared; /* set once the mutex decides who holds the lock */
  atomic_int inside; /* the owner holds the lock without the mutex */
};
#define LOCK_INITIALIZER                                                                       \
  { .mutex = PTHREAD_MUTEX_INITIALIZER }

void lock_take(struct owned_lock *l);
int lock_try(struct owned_lock *l); /* returns whether it was taken; does not wait for it */
void lock_leave(struct owned_lock *l);

#endif
