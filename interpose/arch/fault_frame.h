/* fault_frame.h: the program's handlers of signals, called as the kernel would call them.
 *
 * While memory is protected all handlers that the kernel has run on stacks of ours
 * (fault_stack.h). For a handler of the program the frame that the kernel makes is made again
 * where the kernel would have made it without us: on the stack that was interrupted or on the
 * program's alternate one, through the alias where that lies in a region. So what the handler
 * finds, and whoever unwinds or leaves it, is what they would find natively; and nothing of it
 * stays on a stack of ours. */
#ifndef FENCEPOST_FAULT_FRAME_H
#define FENCEPOST_FAULT_FRAME_H

#include "interpose/tracers/pages/fault.h"

/* What was interrupted, `context`, goes on in the handler of `a`; `before`: the signals it has
 * blocked, as the program knows them. 0, or -1: there is no room on the stack. */
int fault_frame_make(int number, const siginfo_t *info, ucontext_t *context,
                     const struct fault_action *a, uint64_t before);
/* rt_sigreturn, in `context`: it becomes what the frame has; *mask: the signals that the
 * program has blocked then. 0, or -1: it cannot be read. */
int fault_frame_return(ucontext_t *context, uint64_t *mask);

#endif
