/* lock.h: a mutex for what nearly always one thread takes.
 *
 * It belongs to the first thread that takes it, for which it costs 1 ns: no atomic instruction.
 * When another thread comes, for the first time, the owner is made to see it (membarrier); from
 * then on it is a plain mutex for all. Not recursive. */
#ifndef FENCEPOST_LOCK_H
#define FENCEPOST_LOCK_H

#include <pthread.h>
#include <stdatomic.h>

struct thread;

struct owned_lock {
  pthread_mutex_t mutex;
  const struct thread *_Atomic owner;
  atomic_int shared; /* the mutex is what counts */
  atomic_int inside; /* the owner has it, without the mutex */
};
#define LOCK_INITIALIZER                                                                       \
  { .mutex = PTHREAD_MUTEX_INITIALIZER }

void lock_take(struct owned_lock *l);
void lock_leave(struct owned_lock *l);

#endif
