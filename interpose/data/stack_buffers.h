/* stack_buffers.h: memory on the stack that operations under way use as buffers, or that is the
 * memory of a window, and whether the frame that it belongs to was left.
 *
 * For each frame with such memory a thread keeps where the lowest of it lies, and the slot of
 * the frame's return address (extra_state.h). At its next calls of MPI the frame was left if
 * the stack ends above that memory, or if the slot holds another value. Then what lay in the
 * frame no longer exists, and freed_left tells so. A function that was entered again from the
 * same place at the same depth is taken for the same frame. A frame without a known slot was
 * left when the stack ends above it. A frame that has nothing in use any more is forgotten when
 * a call with another stack pointer uses memory there. Stacks of coroutines are not looked at.
 *
 * Costs a few loads for each frame and call, and a walk (path.h) for a new frame. */
#ifndef FENCEPOST_STACK_BUFFERS_H
#define FENCEPOST_STACK_BUFFERS_H

#include "interpose/base/thread.h"
#include "interpose/base/internal.h"

extern INTERNAL __thread int lent_count __attribute__((tls_model("initial-exec")));

/* The memory from `at` on is a buffer of the operation that the thread is starting, or that of
 * the window that it has made. Called before that is known to be in use. */
void lent_note(struct thread *t, int64_t at);
/* Called at the beginning of an outermost call, if lent_count is not 0; `sp`: of the caller. */
void lent_look(struct frame *f, const void *sp);
/* The calling thread ends, and its stack with it. */
void lent_end(void);

#endif
