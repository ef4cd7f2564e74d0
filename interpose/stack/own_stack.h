/* own_stack.h: where the stack lies on which the calling thread began; it may run on another
 * one now. Asks libc once in each thread, which costs microseconds and may allocate; for the
 * first thread that takes some KB of stack. */
#ifndef FENCEPOST_OWN_STACK_H
#define FENCEPOST_OWN_STACK_H

#include <stdint.h>

struct own_stack {
  uintptr_t lo, hi; /* both 0 if libc cannot say */
};

struct own_stack own_stack(void);
/* Returns whether `at` lies in it with more than `room` bytes below. 0 if libc was not asked
 * yet. */
int own_stack_has(uintptr_t at, uintptr_t room);
/* Runs the function, which may need 64 KiB of stack, where the thread is; if it has less room
 * there, or runs on another stack (coroutines, handlers of signals), on one of ours. Returns
 * what the function returns; -1: there is no memory for a stack. */
int own_stack_run(int (*function)(void *), void *argument);

#endif
