/* fault_frame.h: calls the program's signal handlers as the kernel would.
 *
 * While memory is protected, the kernel runs all handlers on stacks of ours (fault_stack.h).
 * For a handler of the program we copy the kernel's frame to where the kernel would have put it
 * without us: on the stack that was interrupted or on the program's alternate one, through the
 * alias if that stack lies in a region. So the handler, and any code that unwinds or leaves it,
 * finds what it would find without us, and nothing of it stays on a stack of ours. */
#ifndef FENCEPOST_FAULT_FRAME_H
#define FENCEPOST_FAULT_FRAME_H

#include "interpose/tracers/pages/fault.h"

/* Makes `context`, which was interrupted, go on in the handler of `a`. `before`: the signals
 * that the program believes to be blocked there. `shown`: what the handler gets in place of
 * its frame's context, or NULL. Returns 0, or -1 if the stack has no room. */
int fault_frame_make(int number, const siginfo_t *info, ucontext_t *context,
                     const struct fault_action *a, uint64_t before, ucontext_t *shown);
/* rt_sigreturn in `context`: takes over what the frame holds. *mask: the signals that the
 * program has blocked after it. Returns 0, or -1 if the frame cannot be read. */
int fault_frame_return(ucontext_t *context, uint64_t *mask);

#endif
