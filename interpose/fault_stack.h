/* fault_stack.h: alternate stacks for signal handlers.
 *
 * A system call in a handler takes the room of a second signal while calls are gated, and a
 * fault that of our handler: more than an alternate stack of the size that SIGSTKSZ long was
 * has (8192 bytes, of which a signal takes 3600 or more). A small one is therefore replaced by
 * one of ours, which the program does not read back. */
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

#endif
