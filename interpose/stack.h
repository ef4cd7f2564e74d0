/* stack.h: call stacks as 32-bit ids.
 *
 * stack_capture costs about 0.2 us and returns the same id for the same stack; 0 when memory
 * runs out. stack_define writes a stack's frames to the journal (and the trace) the first time,
 * so that ids in findings, and in events sent to other ranks, can be resolved later. Both
 * thread-safe. */
#ifndef FENCEPOST_STACK_H
#define FENCEPOST_STACK_H

#include <stdint.h>

uint32_t stack_capture(void);
/* The stack of another thread, from its registers (thread.h). */
uint32_t stack_capture_thread(const uint64_t *registers);
void stack_define(uint32_t id);

#endif
