/* stack.h: call stacks as 32-bit ids.
 *
 * The same stack has the same id: its places (module.h), or the lines of Python when that runs.
 * stack_capture takes that of the thread's current MPI call and costs about 20 ns when the call
 * was reached like this before (path.h), 0.1 to 0.2 us otherwise; under Python (python_key.h)
 * 50 ns and 20 us. 0 when memory runs out. stack_define writes a stack's frames to the journal
 * (and the trace) the first time, so that ids in findings, and in events sent to other ranks,
 * can be resolved later. All thread-safe. */
#ifndef FENCEPOST_STACK_H
#define FENCEPOST_STACK_H

#include <stdint.h>

struct thread;

uint32_t stack_capture(struct thread *t);
/* Takes return addresses, innermost first. */
uint32_t stack_given(void *const *pc, int count);
/* Takes the stack of another thread, from a copy of its registers (thread.h), which are those
 * of a wrapper. */
uint32_t stack_capture_thread(const struct thread *t, const uint64_t *registers);
/* The same for a thread that was interrupted at REG_IP. */
uint32_t stack_capture_interrupted(const uint64_t *registers);
void stack_define(uint32_t id);
/* The next stack_define writes it, to another journal. */
void stack_define_again(uint32_t id);
/* Returns the frames in the form of the journal, newly allocated; NULL if the journal has not
 * got them. */
char *stack_text(uint32_t id);

#endif
