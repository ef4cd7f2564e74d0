/* real_call.h: the function that ours stands in front of. */
#ifndef FENCEPOST_REAL_CALL_H
#define FENCEPOST_REAL_CALL_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#define RUNTIME_EXPORT __attribute__((visibility("default")))

/* REAL_CALL(name) declares `function`, a pointer to the function `name` that follows ours in
 * the order of lookup. It is looked up once in each place. There is one, because otherwise
 * nobody could call ours. */
#define REAL_CALL(name)                                                                        \
  static __typeof__(name) *_Atomic real_;                                                      \
  __typeof__(name) *function = atomic_load_explicit(&real_, memory_order_relaxed);             \
  if (__builtin_expect(!function, 0)) {                                                        \
    function = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                                    \
    atomic_store_explicit(&real_, function, memory_order_relaxed);                             \
  }

#endif
