/* lent.h: memory on the stack that operations under way use as buffers, and whether the frame
 * that it belongs to was left.
 *
 * A thread keeps, for each frame with such memory, where the lowest of it lies and the slot of
 * the frame's return address (extra_state.h). At the next calls of MPI the frame was left if
 * the stack ends above that memory or the slot holds something else: what lay in the frame is
 * gone, which freed_left tells. A function entered again from the same place at the same depth
 * is taken for the same frame. Frames whose slot is not known are gone when the stack ends
 * above. Coroutines' stacks are not looked at.
 *
 * It costs a few loads per frame and call, and a walk (path.h) for a frame that is new. */
#ifndef FENCEPOST_LENT_H
#define FENCEPOST_LENT_H

#include "interpose/base/thread.h"

extern __thread int lent_count __attribute__((tls_model("initial-exec")));

/* The memory from `at` on is a buffer of the operation that the thread is starting. */
void lent_note(struct thread *t, int64_t at);
/* At the beginning of an outermost call; `sp`: of the caller. If lent_count. */
void lent_look(struct frame *f, const void *sp);

#endif
