/* own_stack.h: where the calling thread's stack lies: the one that it began on, whatever it
 * runs on now. Asks libc once in each thread, which costs microseconds, may allocate, and for
 * the first thread takes some KB of stack. */
#ifndef FENCEPOST_OWN_STACK_H
#define FENCEPOST_OWN_STACK_H

#include <stdint.h>

struct own_stack {
  uintptr_t lo, hi; /* both 0: libc cannot say */
};

struct own_stack own_stack(void);
/* Whether `at` lies in it with more than `room` bytes below. 0 if libc was not asked yet. */
int own_stack_has(uintptr_t at, uintptr_t room);

#endif
