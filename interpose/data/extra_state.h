/* extra_state.h: whether the memory that extra_state points to is still the same.
 *
 * Memory on a stack belongs to the frame that ends at the next return address above it. The
 * frame was left if the stack pointer is above the memory, or if the slot of that return
 * address holds another value. A function that was entered again at the same depth and from the
 * same place is taken for the same frame. Memory from malloc no longer exists when free was
 * called with its address (freeing.h tells). Mistakes of either kind make us say nothing. */
#ifndef FENCEPOST_EXTRA_H
#define FENCEPOST_EXTRA_H

#include "interpose/base/thread.h"

struct extra {
  uintptr_t at;
  const struct thread *thread; /* whose stack it is on; NULL: it is on no stack that we know */
  const uint64_t *slot;        /* the slot of the return address */
  uint64_t value;              /* and what it held */
  int heap; /* it is on no stack that we know, so calls of free are watched */
};

/* Memory is about to be freed (freeing.h). */
void extra_freed(void *memory);

/* Returns whether it is on the stack on which the calling thread has called MPI. */
int extra_on_stack(const struct thread *t, uintptr_t at);
void extra_note(struct extra *x, struct thread *t, const void *state);
/* The request no longer exists. */
void extra_forget(struct extra *x);
/* Returns GREQ_STACK, GREQ_HEAP or 0. A callback runs in `t`, whose stack pointer is `sp`. */
int extra_gone(const struct extra *x, const struct thread *t, const void *sp);

#endif
