/* pthread_calls.c: the functions of POSIX threads that order threads: create and join, mutexes,
 * spin locks, reader-writer locks, condition variables, barriers, once, semaphores. C++'s
 * library and the OpenMP runtimes make their threads by these functions, too. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include "given_stacks.h"
#include "real_call.h"
#include "thread_hooks.h"
#include "thread_start.h"

#define EXPORT RUNTIME_EXPORT
#define RELEASE(object, kind) ORDER(release, (const void *)(object), kind, ORDER_CALLER)
#define ACQUIRE(object, kind) ORDER(acquire, (const void *)(object), kind, ORDER_CALLER)
#define FORGET(object, kind) ORDER(forget, (const void *)(object), kind)

/* Threads. */

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  REAL_CALL(pthread_create)
  struct given_stack *stack = given_stacks_note(attributes);
  struct thread_start *s =
      thread_start_new((union thread_function){.posix = start}, 0, argument, ORDER_CALLER);
  int rc = s ? function(thread, attributes, thread_start_run, s)
             : function(thread, attributes, start, argument);
  if (rc && s)
    thread_start_drop(s);
  if (rc)
    given_stacks_drop(stack);
  return rc;
}

static int joined(int rc, pthread_t thread, const void *caller) {
  if (!rc) {
    ORDER(acquire, (const void *)thread, ORDER_JOIN, caller);
    FORGET(thread, ORDER_JOIN);
    given_stacks_joined(thread);
  }
  return rc;
}

EXPORT int pthread_join(pthread_t thread, void **result) {
  REAL_CALL(pthread_join)
  return joined(function(thread, result), thread, ORDER_CALLER);
}

EXPORT int pthread_tryjoin_np(pthread_t thread, void **result) {
  REAL_CALL(pthread_tryjoin_np)
  return joined(function(thread, result), thread, ORDER_CALLER);
}

EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
  REAL_CALL(pthread_timedjoin_np)
  return joined(function(thread, result, until), thread, ORDER_CALLER);
}

EXPORT int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                                const struct timespec *until) {
  REAL_CALL(pthread_clockjoin_np)
  return joined(function(thread, result, clock, until), thread, ORDER_CALLER);
}

/* Locks. A robust mutex whose owner has died is taken, too. */

#define TAKEN(rc) (!(rc) || (rc) == EOWNERDEAD)

#define TAKE(name, type, kind)                                                                 \
  EXPORT int name(type *lock) {                                                                \
    REAL_CALL(name)                                                                            \
    int rc = function(lock);                                                                   \
    if (TAKEN(rc))                                                                             \
      ACQUIRE(lock, kind);                                                                     \
    return rc;                                                                                 \
  }
#define TAKE_UNTIL(name, type, kind)                                                           \
  EXPORT int name(type *lock, const struct timespec *until) {                                  \
    REAL_CALL(name)                                                                            \
    int rc = function(lock, until);                                                            \
    if (TAKEN(rc))                                                                             \
      ACQUIRE(lock, kind);                                                                     \
    return rc;                                                                                 \
  }
#define TAKE_BY_CLOCK(name, type, kind)                                                        \
  EXPORT int name(type *lock, clockid_t clock, const struct timespec *until) {                 \
    REAL_CALL(name)                                                                            \
    int rc = function(lock, clock, until);                                                     \
    if (TAKEN(rc))                                                                             \
      ACQUIRE(lock, kind);                                                                     \
    return rc;                                                                                 \
  }
#define LEAVE(name, type, kind)                                                                \
  EXPORT int name(type *lock) {                                                                \
    REAL_CALL(name)                                                                            \
    RELEASE(lock, kind);                                                                       \
    return function(lock);                                                                     \
  }
/* A lock that is still held is not destroyed. */
#define DESTROY(name, type, kind)                                                              \
  EXPORT int name(type *lock) {                                                                \
    REAL_CALL(name)                                                                            \
    int rc = function(lock);                                                                   \
    if (!rc)                                                                                   \
      FORGET(lock, kind);                                                                      \
    return rc;                                                                                 \
  }

TAKE(pthread_mutex_lock, pthread_mutex_t, ORDER_MUTEX)
TAKE(pthread_mutex_trylock, pthread_mutex_t, ORDER_MUTEX)
TAKE_UNTIL(pthread_mutex_timedlock, pthread_mutex_t, ORDER_MUTEX)
TAKE_BY_CLOCK(pthread_mutex_clocklock, pthread_mutex_t, ORDER_MUTEX)
LEAVE(pthread_mutex_unlock, pthread_mutex_t, ORDER_MUTEX)
DESTROY(pthread_mutex_destroy, pthread_mutex_t, ORDER_MUTEX)

TAKE(pthread_spin_lock, pthread_spinlock_t, ORDER_MUTEX)
TAKE(pthread_spin_trylock, pthread_spinlock_t, ORDER_MUTEX)
LEAVE(pthread_spin_unlock, pthread_spinlock_t, ORDER_MUTEX)
DESTROY(pthread_spin_destroy, pthread_spinlock_t, ORDER_MUTEX)

/* Who reads learns what writers have done, and who writes what everybody has done. */
TAKE(pthread_rwlock_rdlock, pthread_rwlock_t, ORDER_WRITE)
TAKE(pthread_rwlock_tryrdlock, pthread_rwlock_t, ORDER_WRITE)
TAKE_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t, ORDER_WRITE)
TAKE_BY_CLOCK(pthread_rwlock_clockrdlock, pthread_rwlock_t, ORDER_WRITE)

static int write_taken(int rc, pthread_rwlock_t *lock, const void *caller) {
  if (!rc) {
    ORDER(acquire, lock, ORDER_WRITE, caller);
    ORDER(acquire, lock, ORDER_READ, caller);
    ORDER(writes, lock, caller);
  }
  return rc;
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  REAL_CALL(pthread_rwlock_wrlock)
  return write_taken(function(lock), lock, ORDER_CALLER);
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  REAL_CALL(pthread_rwlock_trywrlock)
  return write_taken(function(lock), lock, ORDER_CALLER);
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  REAL_CALL(pthread_rwlock_timedwrlock)
  return write_taken(function(lock, until), lock, ORDER_CALLER);
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                      const struct timespec *until) {
  REAL_CALL(pthread_rwlock_clockwrlock)
  return write_taken(function(lock, clock, until), lock, ORDER_CALLER);
}

/* Whether it was held for writing is known to those who listen: ORDER_READ becomes ORDER_WRITE
 * there. */
LEAVE(pthread_rwlock_unlock, pthread_rwlock_t, ORDER_READ)

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  REAL_CALL(pthread_rwlock_destroy)
  int rc = function(lock);
  if (!rc) {
    FORGET(lock, ORDER_READ);
    FORGET(lock, ORDER_WRITE);
  }
  return rc;
}

/* Condition variables. */

static int waited(int rc, pthread_cond_t *condition, pthread_mutex_t *mutex,
                  const void *caller) {
  ORDER(acquire, mutex, ORDER_MUTEX, caller);
  if (!rc)
    ORDER(acquire, condition, ORDER_CONDITION, caller);
  return rc;
}

EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  REAL_CALL(pthread_cond_wait)
  RELEASE(mutex, ORDER_MUTEX);
  return waited(function(condition, mutex), condition, mutex, ORDER_CALLER);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  const struct timespec *until) {
  REAL_CALL(pthread_cond_timedwait)
  RELEASE(mutex, ORDER_MUTEX);
  return waited(function(condition, mutex, until), condition, mutex, ORDER_CALLER);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  clockid_t clock, const struct timespec *until) {
  REAL_CALL(pthread_cond_clockwait)
  RELEASE(mutex, ORDER_MUTEX);
  return waited(function(condition, mutex, clock, until), condition, mutex, ORDER_CALLER);
}

LEAVE(pthread_cond_signal, pthread_cond_t, ORDER_CONDITION)
LEAVE(pthread_cond_broadcast, pthread_cond_t, ORDER_CONDITION)
DESTROY(pthread_cond_destroy, pthread_cond_t, ORDER_CONDITION)

/* Barriers. */

EXPORT int pthread_barrier_init(pthread_barrier_t *barrier,
                                const pthread_barrierattr_t *attributes, unsigned count) {
  REAL_CALL(pthread_barrier_init)
  int rc = function(barrier, attributes, count);
  const struct order_hooks *hooks = order_makers;
  if (!rc && hooks)
    hooks->barrier(barrier, count);
  return rc;
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier) {
  REAL_CALL(pthread_barrier_wait)
  const struct order_hooks *hooks = order_hooks;
  unsigned phase = hooks ? hooks->arrive(barrier, 0, ORDER_CALLER) : 0;
  int rc = function(barrier);
  if (hooks && (!rc || rc == PTHREAD_BARRIER_SERIAL_THREAD))
    hooks->depart(barrier, phase, ORDER_CALLER);
  return rc;
}

DESTROY(pthread_barrier_destroy, pthread_barrier_t, ORDER_BARRIER)

/* Once. An exception of C++ may leave the function, after which it counts as not called. */

static __thread struct {
  void (*function)(void);
  pthread_once_t *once;
} to_run;

static void run_once(void) {
  pthread_once_t *once = to_run.once;
  to_run.function();
  RELEASE(once, ORDER_ONCE);
}

EXPORT int pthread_once(pthread_once_t *once, void (*initialise)(void)) {
  REAL_CALL(pthread_once)
  if (!order_hooks)
    return function(once, initialise);
  to_run.function = initialise;
  to_run.once = once;
  int rc = function(once, run_once);
  if (!rc)
    ACQUIRE(once, ORDER_ONCE);
  return rc;
}

/* Semaphores, named or not. */

static int passed(int rc, sem_t *semaphore, const void *caller) {
  if (!rc)
    ORDER(acquire, semaphore, ORDER_SEMAPHORE, caller);
  return rc;
}

EXPORT int sem_wait(sem_t *semaphore) {
  REAL_CALL(sem_wait)
  return passed(function(semaphore), semaphore, ORDER_CALLER);
}

EXPORT int sem_trywait(sem_t *semaphore) {
  REAL_CALL(sem_trywait)
  return passed(function(semaphore), semaphore, ORDER_CALLER);
}

EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  REAL_CALL(sem_timedwait)
  return passed(function(semaphore, until), semaphore, ORDER_CALLER);
}

EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  REAL_CALL(sem_clockwait)
  return passed(function(semaphore, clock, until), semaphore, ORDER_CALLER);
}

LEAVE(sem_post, sem_t, ORDER_SEMAPHORE)
DESTROY(sem_destroy, sem_t, ORDER_SEMAPHORE)
