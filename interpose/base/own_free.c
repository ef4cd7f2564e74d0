#include "own_free.h"
#include <stdatomic.h>

static void (*_Atomic next)(void *memory);
static void *(*_Atomic next_realloc)(void *memory, size_t size);

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

void own_realloc_by(void *(*function)(void *memory, size_t size)) {
  atomic_store_explicit(&next_realloc, function, memory_order_relaxed);
}

void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size) {
  void *(*function)(void *, size_t) = atomic_load_explicit(&next_realloc, memory_order_relaxed);
  return function ? function(memory, size) : __real_realloc(memory, size);
}
