/* path.h: a thread's memory of the stacks on which it called MPI, so that a stack that comes
 * again is known for a few loads instead of being unwound.
 *
 * A path holds, for each frame, the stack slots on which the place and size of the frame
 * depend, with the values found there: the return address, and the caller's frame pointer where
 * a callee saved it. It is looked up by the wrapper's registers and its caller. A frame's size
 * follows from its program counter and frame pointer; so, from the wrapper outwards, each slot
 * that still holds its value proves the next frame to be what and where it was, and its slots
 * to be slots: a path that matches is the stack. Stacks of which this does not hold (signal
 * frames, frames without unwind information) are not kept.
 *
 * What a walk has learned of a program counter, where its caller's frame lies, is kept as well.
 * So a new way through known places is walked without the unwinder, which makes six system
 * calls for a frame.
 *
 * A hit costs about 1 ns a frame, however many stacks there are (path_tree.h), a walk through
 * known places 10 ns, another one some 1 us. A thread keeps at most PATHS_MOST paths. Each
 * thread has its own: no locks. */
#ifndef FENCEPOST_PATH_H
#define FENCEPOST_PATH_H

#include <stdint.h>
#include "path_tree.h"

#define PATH_DEPTH 40

/* The frames that a walk finds, from the caller of the wrapper outwards. */
struct walk {
  int count, slots;
  int exact;          /* the slots prove the frames */
  const uint64_t *bp; /* where the wrapper's frame pointer is: a slot, too, if it matters */
  void *pc[PATH_DEPTH];
  struct slot slot[3 * PATH_DEPTH];
};

/* Walks the stack; with `keep` also collects the slots. */
void path_walk(struct walk *w, const uint64_t *registers, int keep);
/* Returns the id of the stack on which the thread called MPI, 0 if it is not known. */
uint32_t path_find(struct thread *t);
/* Walks the stack of the call that the thread is in, so that it can be kept. Returns 0 if that
 * is not worth the price now. */
int path_take(struct walk *w, struct thread *t);
void path_keep(struct thread *t, const struct walk *w, uint32_t id);

#endif
