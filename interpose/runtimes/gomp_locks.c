/* gomp_locks.c: OpenMP's locks, of any runtime, in C and in Fortran. Whoever sets a nestable
 * lock again has it anyway. */
#include "gomp_context.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

/* Fortran passes its lock, which is large enough for all but one kind that holds an address. */
#define FUNCTION(name, result, ...)                                                            \
  EXPORT result name(void *lock);                                                              \
  result name(void *lock) {                                                                    \
    GOMP_REAL(name);                                                                           \
    __VA_ARGS__                                                                                \
  }
#define SET(name)                                                                              \
  FUNCTION(name, void, function(lock); ORDER(acquire, lock, ORDER_MUTEX, ORDER_CALLER);)
#define TEST(name)                                                                             \
  FUNCTION(name, int, int taken = function(lock);                                              \
           if (taken) ORDER(acquire, lock, ORDER_MUTEX, ORDER_CALLER); return taken;)
#define UNSET(name)                                                                            \
  FUNCTION(name, void, ORDER(release, lock, ORDER_MUTEX, ORDER_CALLER); function(lock);)
#define DESTROY(name) FUNCTION(name, void, function(lock); ORDER(forget, lock, ORDER_MUTEX);)
#define BOTH(macro, name) macro(omp_##name##_lock) macro(omp_##name##_lock_)
#define NEST(macro, name) macro(omp_##name##_nest_lock) macro(omp_##name##_nest_lock_)
BOTH(SET, set)
NEST(SET, set)
BOTH(TEST, test)
NEST(TEST, test)
BOTH(UNSET, unset) NEST(UNSET, unset) BOTH(DESTROY, destroy) NEST(DESTROY, destroy)
