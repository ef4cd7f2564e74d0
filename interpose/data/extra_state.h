/* extra_state.h: whether the memory that extra_state points to is still what it was.
 *
 * Memory on a stack belongs to the frame below the next return address: the frame was left when
 * the stack pointer is above the memory, or that slot holds something else. A function that was
 * entered again at the same depth, from the same place, is taken for the same frame. Memory of
 * malloc: it is gone when free was called with this address (freeing.h tells). Both err
 * towards saying nothing. */
#ifndef FENCEPOST_EXTRA_H
#define FENCEPOST_EXTRA_H

#include "interpose/base/thread.h"

struct extra {
  uintptr_t at;
  const struct thread *thread; /* whose stack it is on; NULL: on none that is known */
  const uint64_t *slot;        /* of the return address, */
  uint64_t value;              /* and what it held */
  int heap;                    /* on no stack that is known: free is watched */
};

/* Memory is freed (freeing.h). */
void extra_freed(void *memory);

/* Whether it is on the stack of the calling thread, which has called MPI on that stack. */
int extra_on_stack(const struct thread *t, uintptr_t at);
void extra_note(struct extra *x, struct thread *t, const void *state);
/* The request is gone. */
void extra_forget(struct extra *x);
/* GREQ_STACK, GREQ_HEAP or 0; a callback runs in `t`, whose stack pointer is `sp`. */
int extra_gone(const struct extra *x, const struct thread *t, const void *sp);

#endif
