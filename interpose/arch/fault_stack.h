/* fault_stack.h: the stack that signal handlers run on while memory is protected.
 *
 * Each thread gets one of ours as its alternate stack, because the stack on which the program
 * runs may be too small for us, or lie in memory that the kernel may not write to. The
 * alternate stack that the program has set is kept here: the program reads it back, and its
 * handlers run on it (fault_frame.h). A stack is a mapping of its own between pages that nobody
 * may access. Those of threads that have ended are used again. Only the memory that was used of
 * it is taken. */
#ifndef FENCEPOST_FAULT_STACK_H
#define FENCEPOST_FAULT_STACK_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Gives the calling thread one, if it has none and does not run on an alternate stack.
 * `context`: what its signal handler will return to. Costs a load when the thread has one. */
void fault_stack_take(ucontext_t *context);
/* The same for a thread that was not looked at for a while. */
void fault_stack_take_anew(ucontext_t *context);
/* Puts the program's own stack in place again, unless the thread runs on ours. For handlers; */
void fault_stack_give(ucontext_t *context);
/* elsewhere. */
void fault_stack_give_back(void);
/* Returns how many threads have one of ours. */
int fault_stacks(void);
/* The calling thread is about to end, and does not count any more. */
void fault_stack_ends(void);
/* Returns whether `context` runs on the calling thread's. */
int fault_stack_has(const ucontext_t *context);

/* Does what the system call does, and returns its result; pointers as MPI has them
 * (pages.h). */
long fault_sigaltstack(ucontext_t *context, const stack_t *next, stack_t *old);
/* The alternate stack that the program has set for the calling thread. Costs no gated call. */
stack_t fault_stack_wanted(void);
/* Changes `sp` to where a handler's frame goes, which is to be on the alternate stack if
 * `alternate`; `least`: the frame may not come below this. */
void fault_stack_choose(const ucontext_t *context, int alternate, uintptr_t *sp,
                        uintptr_t *least);
/* What the frame says of the program's alternate stack. */
void fault_stack_enter(ucontext_t *context, stack_t *told);
/* Takes over the alternate stack from a frame that is now in `context`: the program may have
 * changed it there. */
void fault_stack_return(ucontext_t *context);

/* Returns whether the calling thread has one and does not run on it. */
int fault_stack_ready(void);
/* Runs the function on it, so that the thread's own stack is not touched meanwhile. */
int fault_stack_run(int (*function)(void *), void *argument);
/* Runs the function on it, whether or not it is the thread's alternate stack now, or directly
 * if the thread runs on it already, or on an alternate stack of the program. Calls can be
 * unwound through. `room`: bytes of stack that the function may need. Returns -1 if there is no
 * memory for a stack, or that of the program has no such room; else what the function returns.
 */
int fault_stack_apart(int (*function)(void *), void *argument, size_t room);

#endif
