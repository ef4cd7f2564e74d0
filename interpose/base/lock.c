#define _GNU_SOURCE
#include "lock.h"
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#define GET(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define SET(x, value) atomic_store_explicit(&(x), value, memory_order_relaxed)

static long membarrier(int command) {
  return syscall(SYS_membarrier, command, 0, 0);
}

/* The owner, which has the mutex, holds the lock without it from now on. */
static void take_back(struct owned_lock *l) {
  SET(l->inside, 1);
  SET(l->shared, 0);
  pthread_mutex_unlock(&l->mutex);
}

void lock_inherit(struct owned_lock *l) {
  pthread_mutex_lock(&l->mutex);
  if (GET(l->owner)) /* else the kernel has no membarrier */
    SET(l->owner, thread_current);
  l->alone = 0;
  pthread_mutex_unlock(&l->mutex);
}

void lock_take_slowly(struct owned_lock *l) {
  const struct thread *none = NULL;
  pthread_mutex_lock(&l->mutex);
  l->alone = GET(l->owner) == thread_current && thread_current ? l->alone + 1 : 0;
  if (GET(l->shared)) {
    if (l->alone >= LOCK_ALONE)
      take_back(l);
    return;
  }
  if (thread_current && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 &&
      atomic_compare_exchange_strong(&l->owner, &none, thread_current)) {
    SET(l->inside, 1);
    pthread_mutex_unlock(&l->mutex);
    return;
  }
  /* After this, either the owner sees `shared`, or we see what it wrote to `inside` before. */
  SET(l->shared, 1);
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
    membarrier(MEMBARRIER_CMD_GLOBAL);
  while (atomic_load_explicit(&l->inside, memory_order_acquire))
    sched_yield();
}

int lock_try(struct owned_lock *l) {
  const struct thread *own = thread_current;
  if (own && GET(l->owner) == own && !GET(l->shared)) {
    lock_take(l);
    return 1;
  }
  if (pthread_mutex_trylock(&l->mutex))
    return 0;
  l->alone = 0;
  if (GET(l->shared) && !atomic_load_explicit(&l->inside, memory_order_acquire))
    return 1;
  SET(l->shared, 1);
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
    membarrier(MEMBARRIER_CMD_GLOBAL);
  if (!atomic_load_explicit(&l->inside, memory_order_acquire))
    return 1;
  pthread_mutex_unlock(&l->mutex);
  return 0;
}
