/* c11_calls.c: the functions of C11's threads that order threads. Those of libc do not go
 * through the ones of POSIX that others can see. */
#define _GNU_SOURCE
#include <pthread.h>
#include <threads.h>
#include <time.h>
#include "real_call.h"
#include "thread_hooks.h"
#include "thread_start.h"

#define EXPORT RUNTIME_EXPORT

EXPORT int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
  REAL_CALL(thrd_create)
  struct thread_start *s =
      thread_start_new((union thread_function){.c11 = start}, 1, argument, ORDER_CALLER);
  int rc = s ? function(thread, thread_start_run_c11, s) : function(thread, start, argument);
  if (rc != thrd_success && s)
    thread_start_drop(s);
  return rc;
}

EXPORT int thrd_join(thrd_t thread, int *result) {
  REAL_CALL(thrd_join)
  int rc = function(thread, result);
  if (rc == thrd_success) {
    ORDER(acquire, (const void *)thread, ORDER_JOIN, ORDER_CALLER);
    ORDER(forget, (const void *)thread, ORDER_JOIN);
  }
  return rc;
}

static int taken(int rc, mtx_t *mutex, const void *caller) {
  if (rc == thrd_success)
    ORDER(acquire, mutex, ORDER_MUTEX, caller);
  return rc;
}

EXPORT int mtx_lock(mtx_t *mutex) {
  REAL_CALL(mtx_lock)
  return taken(function(mutex), mutex, ORDER_CALLER);
}

EXPORT int mtx_trylock(mtx_t *mutex) {
  REAL_CALL(mtx_trylock)
  return taken(function(mutex), mutex, ORDER_CALLER);
}

EXPORT int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
  REAL_CALL(mtx_timedlock)
  return taken(function(mutex, until), mutex, ORDER_CALLER);
}

EXPORT int mtx_unlock(mtx_t *mutex) {
  REAL_CALL(mtx_unlock)
  ORDER(release, mutex, ORDER_MUTEX, ORDER_CALLER);
  return function(mutex);
}

EXPORT void mtx_destroy(mtx_t *mutex) {
  REAL_CALL(mtx_destroy)
  function(mutex);
  ORDER(forget, mutex, ORDER_MUTEX);
}

static int waited(int rc, cnd_t *condition, mtx_t *mutex, const void *caller) {
  ORDER(acquire, mutex, ORDER_MUTEX, caller);
  if (rc == thrd_success)
    ORDER(acquire, condition, ORDER_CONDITION, caller);
  return rc;
}

EXPORT int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  REAL_CALL(cnd_wait)
  ORDER(release, mutex, ORDER_MUTEX, ORDER_CALLER);
  return waited(function(condition, mutex), condition, mutex, ORDER_CALLER);
}

EXPORT int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                         const struct timespec *restrict until) {
  REAL_CALL(cnd_timedwait)
  ORDER(release, mutex, ORDER_MUTEX, ORDER_CALLER);
  return waited(function(condition, mutex, until), condition, mutex, ORDER_CALLER);
}

EXPORT int cnd_signal(cnd_t *condition) {
  REAL_CALL(cnd_signal)
  ORDER(release, condition, ORDER_CONDITION, ORDER_CALLER);
  return function(condition);
}

EXPORT int cnd_broadcast(cnd_t *condition) {
  REAL_CALL(cnd_broadcast)
  ORDER(release, condition, ORDER_CONDITION, ORDER_CALLER);
  return function(condition);
}

EXPORT void cnd_destroy(cnd_t *condition) {
  REAL_CALL(cnd_destroy)
  function(condition);
  ORDER(forget, condition, ORDER_CONDITION);
}

static __thread struct {
  void (*function)(void);
  once_flag *flag;
} to_run;

static void run_once(void) {
  once_flag *flag = to_run.flag;
  to_run.function();
  ORDER(release, flag, ORDER_ONCE, NULL);
}

EXPORT void call_once(once_flag *flag, void (*initialise)(void)) {
  REAL_CALL(call_once)
  to_run.function = initialise;
  to_run.flag = flag;
  function(flag, run_once);
  ORDER(acquire, flag, ORDER_ONCE, ORDER_CALLER);
}
