/* hook_locks.c: POSIX mutexes and the like, which processes may have in shared memory. A call
 * counts as an atomic operation on the first word: a call that takes counts when it has
 * returned, one that gives counts before it is made. So what the thread does in between lies
 * between the two. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include "hook_table.h"

#define WORD sizeof(int)
#define SYNCHRONISES(at) hooks_range((at), HOOKS_ATOMIC | HOOKS_STORE, WORD, pc)

#define WRAP(name, parameters, arguments, before, after)                                       \
  int __real_##name parameters;                                                                \
  int __wrap_##name parameters;                                                                \
  int __wrap_##name parameters {                                                               \
    uintptr_t pc = CALLER;                                                                     \
    before;                                                                                    \
    int failed = __real_##name arguments;                                                      \
    after;                                                                                     \
    return failed;                                                                             \
  }
#define TAKES(name, type) TAKES_BY(name, type, (type * at), (at))
#define TAKES_BY(name, type, parameters, arguments)                                            \
  WRAP(name, parameters, arguments, (void)0, if (!failed) SYNCHRONISES(at))
#define GIVES(name, type) WRAP(name, (type * at), (at), SYNCHRONISES(at), (void)0)
#define BOTH(name, parameters, arguments)                                                      \
  WRAP(name, parameters, arguments, SYNCHRONISES(at), SYNCHRONISES(at))

TAKES(pthread_mutex_lock, pthread_mutex_t)
TAKES(pthread_mutex_trylock, pthread_mutex_t)
TAKES_BY(pthread_mutex_timedlock, pthread_mutex_t,
         (pthread_mutex_t * at, const struct timespec *until), (at, until))
GIVES(pthread_mutex_unlock, pthread_mutex_t)
TAKES(pthread_rwlock_rdlock, pthread_rwlock_t)
TAKES(pthread_rwlock_tryrdlock, pthread_rwlock_t)
TAKES(pthread_rwlock_wrlock, pthread_rwlock_t)
TAKES(pthread_rwlock_trywrlock, pthread_rwlock_t)
GIVES(pthread_rwlock_unlock, pthread_rwlock_t)
TAKES(pthread_spin_lock, pthread_spinlock_t)
TAKES(pthread_spin_trylock, pthread_spinlock_t)
GIVES(pthread_spin_unlock, pthread_spinlock_t)
TAKES(sem_wait, sem_t)
TAKES(sem_trywait, sem_t)
TAKES_BY(sem_timedwait, sem_t, (sem_t * at, const struct timespec *until), (at, until))
GIVES(sem_post, sem_t)
GIVES(pthread_cond_signal, pthread_cond_t)
GIVES(pthread_cond_broadcast, pthread_cond_t)
BOTH(pthread_barrier_wait, (pthread_barrier_t * at), (at))
/* A wait gives the mutex and takes it again; the process that signalled had it in between. */
BOTH(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *at), (condition, at))
BOTH(pthread_cond_timedwait,
     (pthread_cond_t * condition, pthread_mutex_t *at, const struct timespec *until),
     (condition, at, until))
