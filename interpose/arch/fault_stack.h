/* fault_stack.h: the stack that handlers of signals run on while memory is protected.
 *
 * Each thread has one of ours for its alternate stack: what the program runs on may be too
 * small for us, or lie in memory that the kernel may not write to. What the program has made of
 * its alternate stack is kept here, is what it reads back, and is where its handlers run
 * (fault_frame.h). A stack is a mapping of its own between pages that nobody may access; those
 * of threads that have ended are used again. It takes the memory that was used of it. */
#ifndef FENCEPOST_FAULT_STACK_H
#define FENCEPOST_FAULT_STACK_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* The calling thread gets one, if it has none and is on no alternate stack; `context`: what its
 * handler of a signal will return to. Costs a load when it has. */
void fault_stack_take(ucontext_t *context);
/* The same for a thread that was not looked at for a while. */
void fault_stack_take_anew(ucontext_t *context);
/* The program's own is in its place again, unless the thread is on ours. For handlers; */
void fault_stack_give(ucontext_t *context);
/* elsewhere. */
void fault_stack_give_back(void);
/* How many threads have one of ours. */
int fault_stacks(void);
/* Whether `context` is on the calling thread's. */
int fault_stack_has(const ucontext_t *context);

/* As the system call, whose result it returns; pointers as MPI has them (pages.h). */
long fault_sigaltstack(ucontext_t *context, const stack_t *next, stack_t *old);
/* Where a handler's frame goes that is to be on the alternate stack if `alternate`: `sp` may
 * change; `least`: what it may not come below. */
void fault_stack_choose(const ucontext_t *context, int alternate, uintptr_t *sp,
                        uintptr_t *least);
/* What the frame is told of the program's alternate stack. */
void fault_stack_enter(ucontext_t *context, stack_t *told);
/* `context` has become what a frame has, in which the program may have changed it. */
void fault_stack_return(ucontext_t *context);

/* Whether the calling thread has one and is not on it. */
int fault_stack_ready(void);
/* On it: so that the thread's own stack is not touched meanwhile. */
int fault_stack_run(int (*function)(void *), void *argument);
/* On it, whether it is the thread's alternate stack now or not; on the spot if the thread is on
 * it already. Calls can be unwound through. -1: there is no memory for one; else what the
 * function returns. */
int fault_stack_apart(int (*function)(void *), void *argument);

#endif
