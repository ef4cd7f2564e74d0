#include "own_free.h"
#include <stdatomic.h>
#include <stddef.h>

static void (*_Atomic next)(void *memory);

void own_free_by(void (*function)(void *memory)) {
  atomic_store_explicit(&next, function, memory_order_relaxed);
}

/* The names are those of the linker's option. */
void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory) {
  void (*function)(void *) = atomic_load_explicit(&next, memory_order_relaxed);
  if (function)
    function(memory);
  else
    __real_free(memory);
}
