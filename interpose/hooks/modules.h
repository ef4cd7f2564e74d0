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

/* Of the symbol fencepost_attach. `on_free`: set it to see what free is called with;
 * `on_trap`: to be called before the handler of SIGTRAP is set or read. */
typedef void hooks_attach(void *mpi, void **slots, const atomic_uint *unloads,
                          struct hooks_modules *modules, void (*_Atomic *on_free)(void *),
                          void (*_Atomic *on_trap)(void));

#endif
