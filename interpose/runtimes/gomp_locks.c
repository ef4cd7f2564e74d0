/* gomp_locks.c: OpenMP's locks, of any runtime, in C and in Fortran. Whoever sets a nestable
 * lock again has it anyway.
 *
 * Nestable locks, and all locks of Fortran, had another layout before OpenMP 3.0. gcc's runtime
 * has the functions for both, by version, and a program must get its own. LLVM's runtime calls
 * its version VERSION. */
#define _GNU_SOURCE
#include "gomp_context.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

#define FUNCTION(ours, result, real, ...)                                                      \
  EXPORT result ours(void *lock);                                                              \
  result ours(void *lock) {                                                                    \
    real;                                                                                      \
    __VA_ARGS__                                                                                \
  }
#define SET(ours, real)                                                                        \
  FUNCTION(ours, void, real, function(lock); ORDER(acquire, lock, ORDER_MUTEX, ORDER_CALLER);)
#define TEST(ours, real)                                                                       \
  FUNCTION(ours, int, real, int taken = function(lock);                                        \
           if (taken) ORDER(acquire, lock, ORDER_MUTEX, ORDER_CALLER); return taken;)
#define UNSET(ours, real)                                                                      \
  FUNCTION(ours, void, real, ORDER(release, lock, ORDER_MUTEX, ORDER_CALLER); function(lock);)
#define DESTROY(ours, real)                                                                    \
  FUNCTION(ours, void, real, function(lock); ORDER(forget, lock, ORDER_MUTEX);)

/* Of one layout. */
SET(omp_set_lock, GOMP_REAL(omp_set_lock))
TEST(omp_test_lock, GOMP_REAL(omp_test_lock))
UNSET(omp_unset_lock, GOMP_REAL(omp_unset_lock))
DESTROY(omp_destroy_lock, GOMP_REAL(omp_destroy_lock))

/* Of two. Fortran passes its lock, which is large enough for all but one kind that holds an
 * address. */
#define REAL_OF(ours, name)                                                                    \
  static void *_Atomic real_;                                                                  \
  __typeof__(ours) *function = atomic_load_explicit(&real_, memory_order_relaxed);             \
  if (__builtin_expect(!function, 0))                                                          \
  function = (__typeof__(ours) *)gomp_real(#name, &real_, ORDER_CALLER)
/* Where not all can see the runtime, it is not known to have two. */
#define OLD_REAL_OF(ours, name)                                                                \
  static void *_Atomic real_;                                                                  \
  __typeof__(ours) *function = atomic_load_explicit(&real_, memory_order_relaxed);             \
  if (!function)                                                                               \
    function = (__typeof__(ours) *)(real_ = dlvsym(RTLD_NEXT, #name, "OMP_1.0"));              \
  if (!function)                                                                               \
  function = (__typeof__(ours) *)gomp_real(#name, &real_, ORDER_CALLER)
#define AS(ours, as) __asm__(".symver " #ours "," as ", remove")
#define VERSIONED(macro, name)                                                                 \
  AS(now_##name, #name "@@OMP_3.0");                                                           \
  AS(also_##name, #name "@VERSION");                                                           \
  AS(old_##name, #name "@OMP_1.0");                                                            \
  macro(now_##name, REAL_OF(now_##name, name)) macro(also_##name, REAL_OF(also_##name, name))  \
      macro(old_##name, OLD_REAL_OF(old_##name, name))
#define NEST(macro, name)                                                                      \
  VERSIONED(macro, omp_##name##_nest_lock)                                                     \
  VERSIONED(macro, omp_##name##_nest_lock_) VERSIONED(macro, omp_##name##_lock_)
NEST(SET, set)
NEST(TEST, test)
NEST(UNSET, unset)
NEST(DESTROY, destroy)
