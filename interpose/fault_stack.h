/* fault_stack.h: alternate stacks for signal handlers.
 *
 * A system call in a handler takes the room of a second signal while calls are gated, and a
 * fault that of our handler: more than an alternate stack of the size that SIGSTKSZ long was
 * has (8192 bytes, of which a signal takes 3600 or more). A small one is therefore replaced by
 * one of ours, which the program does not read back. So is any, or none, in a thread whose own
 * stack may not be written to (frames.h): ours is then as large as that of a thread. */
#ifndef FENCEPOST_FAULT_STACK_H
#define FENCEPOST_FAULT_STACK_H

#include <signal.h>
#include <ucontext.h>

/* The calling thread's; `context`: what it does. */
void fault_stack_take(ucontext_t *context);
void fault_stack_give_back(void);
/* The thread ends, and is not on that stack. */
void fault_stack_end(ucontext_t *context);
/* As the system call, whose result it returns; pointers as MPI has them (pages.h). */
long fault_sigaltstack(ucontext_t *context, const stack_t *next, stack_t *old);
/* How many threads have one of ours. */
int fault_stacks(void);

/* Every signal of the calling thread is to find a large one of ours, until unguard. 0, or -1:
 * it is on an alternate stack now, or there is no memory. */
int fault_stack_guard(void);
/* Where that cannot be undone now, it stays. */
void fault_stack_unguard(void);
int fault_stack_guards(void);
/* On it, after guard: so that the thread's own stack is not touched meanwhile. */
int fault_stack_run(int (*function)(void *), void *argument);

#endif
