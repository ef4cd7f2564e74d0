/* program_memory.h: memory as the program sees it, accessed by a handler of SIGSEGV for it.
 *
 * What lies in a region is accessed on the alias. What does not may not be there at all: a
 * fault of these functions comes to the handler in turn, which must not block SIGSEGV and calls
 * copy_recover first. */
#ifndef FENCEPOST_COPY_H
#define FENCEPOST_COPY_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Returns 0, or -1 after a fault. */
int copy_from(void *to, uintptr_t at, size_t size);
int copy_to(uintptr_t at, const void *from, size_t size);
/* The same without a look at regions. Returns how many bytes are missing. */
size_t copy_raw(void *to, const void *from, size_t size);
/* In a handler of SIGSEGV: returns whether it was a fault of ours; then the handler returns. */
int copy_recover(const siginfo_t *info, ucontext_t *c);
/* Where the last one of this thread was: `info` becomes that of a signal the program would
 * have had. */
void copy_fault(siginfo_t *info);

#endif
