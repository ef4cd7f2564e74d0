/* scratch.h: memory of a thread that lives until its next outermost MPI call with hooks. Never
 * moves; NULL when there is none left. */
#ifndef FENCEPOST_SCRATCH_H
#define FENCEPOST_SCRATCH_H

#include <stddef.h>

struct scratch {
  struct scratch_piece *newest;
  int used; /* something was taken */
};

void *scratch_take(size_t bytes); /* of this thread's */
void scratch_empty(struct scratch *s);

/* Before the hooks of a call; a call in a callback needs what the one around it took. */
static inline void scratch_begin(struct scratch *s, int depth) {
  if (s->used && !depth)
    scratch_empty(s);
}

#endif
