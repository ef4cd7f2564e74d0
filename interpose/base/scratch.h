/* scratch.h: memory of a thread that lives until its next outermost MPI call with hooks. It
 * never moves. scratch_take returns NULL when there is none left. */
#ifndef FENCEPOST_SCRATCH_H
#define FENCEPOST_SCRATCH_H

#include <stddef.h>

struct scratch {
  struct scratch_piece *newest;
  int used; /* some memory was taken since it was last emptied */
};

void *scratch_take(size_t bytes); /* of this thread's */
void scratch_empty(struct scratch *s);

/* Runs before the hooks of a call. A call in a callback frees nothing, because the call around
 * it still needs what it took. */
static inline void scratch_begin(struct scratch *s, int depth) {
  if (s->used && !depth)
    scratch_empty(s);
}

#endif
