/* gomp_target.c: target regions of gcc's OpenMP runtime. With a depend clause one waits for
 * tasks inside the runtime before its function runs, and the function cannot be ours, because
 * it names the code for the device; with nowait it is a task of the runtime's own. */
#include "gomp_context.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

enum { FLAG_NOWAIT = 1 };

static void look(unsigned flags, void **depend, const void *caller) {
  if (gomp_current && (depend || flags & FLAG_NOWAIT))
    ORDER(unseen, "a target construct with depend or nowait clauses", caller);
}

#define TARGET(name, parameters, ...)                                                          \
  EXPORT void name parameters;                                                                 \
  void name parameters {                                                                       \
    GOMP_REAL(name);                                                                           \
    look(flags, depend, ORDER_CALLER);                                                         \
    function(__VA_ARGS__);                                                                     \
  }

TARGET(GOMP_target_ext,
       (int device, gomp_function *fn, size_t count, void **addresses, size_t *sizes,
        unsigned short *kinds, unsigned flags, void **depend, void **arguments),
       device, fn, count, addresses, sizes, kinds, flags, depend, arguments)
TARGET(GOMP_target_update_ext,
       (int device, size_t count, void **addresses, size_t *sizes, unsigned short *kinds,
        unsigned flags, void **depend),
       device, count, addresses, sizes, kinds, flags, depend)
TARGET(GOMP_target_enter_exit_data,
       (int device, size_t count, void **addresses, size_t *sizes, unsigned short *kinds,
        unsigned flags, void **depend),
       device, count, addresses, sizes, kinds, flags, depend)
