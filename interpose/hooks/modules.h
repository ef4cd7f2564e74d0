/* modules.h: how libfencepost.so, which modules built with `fencepost cc` find, hands them to
 * the half of Fencepost that was built for the MPI library. */
#ifndef FENCEPOST_HOOKS_MODULES_H
#define FENCEPOST_HOOKS_MODULES_H

#include <pthread.h>
#include <stdatomic.h>
#include "hooks.h"

struct hooks_modules {
  pthread_mutex_t lock;
  struct hooks *first;
  hooks_function *enter, *leave; /* called with the lock, if set */
};

/* About to free `memory`, with CALL_FREE or CALL_REALLOC, which returns to `caller`. */
typedef void hooks_free(void *memory, unsigned call, const void *caller);

/* Of the symbol fencepost_attach. `on_free`: set it to see what free and realloc are called
 * with; `on_trap`: to be called before the handler of SIGTRAP is set or read. */
typedef void hooks_attach(void *mpi, void **slots, const atomic_uint *unloads,
                          struct hooks_modules *modules, hooks_free *_Atomic *on_free,
                          void (*_Atomic *on_trap)(void));

#endif
