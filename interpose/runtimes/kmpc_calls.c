/* kmpc_calls.c: what LLVM's OpenMP runtime tells tools of only when it is too late: a thread
 * that leaves a critical region must say so before the next one can enter. These are the
 * functions that compilers call. */
#include <stdint.h>
#include "gomp_context.h"
#include "ompt_calls.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT
#define FUNCTION(result, name, ...)                                                            \
  EXPORT result name(__VA_ARGS__);                                                             \
  result name(__VA_ARGS__)

/* `where`: of the source; `thread`: a number of the runtime's own. */
FUNCTION(void, __kmpc_critical, void *where, int thread, void *lock) {
  GOMP_REAL(__kmpc_critical);
  function(where, thread, lock);
  ORDER(acquire, lock, ORDER_CRITICAL, ORDER_CALLER);
}

FUNCTION(void, __kmpc_critical_with_hint, void *where, int thread, void *lock, uint32_t hint) {
  GOMP_REAL(__kmpc_critical_with_hint);
  function(where, thread, lock, hint);
  ORDER(acquire, lock, ORDER_CRITICAL, ORDER_CALLER);
}

FUNCTION(void, __kmpc_end_critical, void *where, int thread, void *lock) {
  GOMP_REAL(__kmpc_end_critical);
  ORDER(release, lock, ORDER_CRITICAL, ORDER_CALLER);
  function(where, thread, lock);
}

/* Results of threads are combined one after the other: they return 1, or otherwise without
 * waiting for each other. */
#define REDUCE(name)                                                                           \
  FUNCTION(int, __kmpc_reduce##name, void *where, int thread, int count, size_t size,          \
           void *data, void (*combine)(void *, void *), void *lock) {                          \
    GOMP_REAL(__kmpc_reduce##name);                                                            \
    int how = function(where, thread, count, size, data, combine, lock);                       \
    if (how == 1)                                                                              \
      ORDER(acquire, lock, ORDER_CRITICAL, ORDER_CALLER);                                      \
    return how;                                                                                \
  }                                                                                            \
  FUNCTION(void, __kmpc_end_reduce##name, void *where, int thread, void *lock) {               \
    GOMP_REAL(__kmpc_end_reduce##name);                                                        \
    ORDER(release, lock, ORDER_CRITICAL, ORDER_CALLER);                                        \
    function(where, thread, lock);                                                             \
  }
REDUCE()
REDUCE(_nowait)

FUNCTION(void, __kmpc_ordered, void *where, int thread) {
  GOMP_REAL(__kmpc_ordered);
  function(where, thread);
  const struct ompt_task *t = ompt_implicit;
  if (t && t->team)
    ORDER(acquire, &t->team->ordered, ORDER_ORDERED, ORDER_CALLER);
}

FUNCTION(void, __kmpc_end_ordered, void *where, int thread) {
  GOMP_REAL(__kmpc_end_ordered);
  const struct ompt_task *t = ompt_implicit;
  if (t && t->team)
    ORDER(release, &t->team->ordered, ORDER_ORDERED, ORDER_CALLER);
  function(where, thread);
}

FUNCTION(void, __kmpc_doacross_init, void *where, int thread, int dimensions, void *bounds) {
  GOMP_REAL(__kmpc_doacross_init);
  struct ompt_task *t = ompt_implicit;
  if (t) {
    t->loops++;
    t->dimensions = (unsigned)dimensions;
  }
  function(where, thread, dimensions, bounds);
}

static const void *iteration(const struct ompt_task *t, const int64_t *counts) {
  return omp_iteration(t->team, t->loops, (const unsigned long long *)counts, t->dimensions);
}

FUNCTION(void, __kmpc_doacross_post, void *where, int thread, const int64_t *counts) {
  GOMP_REAL(__kmpc_doacross_post);
  const struct ompt_task *t = ompt_implicit;
  if (t && t->team)
    ORDER(release, iteration(t, counts), ORDER_ORDERED, ORDER_CALLER);
  function(where, thread, counts);
}

FUNCTION(void, __kmpc_doacross_wait, void *where, int thread, const int64_t *counts) {
  GOMP_REAL(__kmpc_doacross_wait);
  function(where, thread, counts);
  const struct ompt_task *t = ompt_implicit;
  if (t && t->team)
    ORDER(acquire, iteration(t, counts), ORDER_ORDERED, ORDER_CALLER);
}
