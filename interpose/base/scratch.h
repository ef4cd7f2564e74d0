/* scratch.h: memory of a thread that lives until its next outermost MPI call with hooks. Never
 * moves; NULL when there is none left. */
#ifndef FENCEPOST_SCRATCH_H
#define FENCEPOST_SCRATCH_H

#include <stddef.h>
#include "thread.h"

void *scratch_take(size_t bytes);
void scratch_empty(struct thread *t);

/* Before the hooks of a call; a call in a callback needs what the one around it took. */
static inline void scratch_begin(struct thread *t, int depth) {
  if (t->scratch_used && !depth)
    scratch_empty(t);
}

#endif
