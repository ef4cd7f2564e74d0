/* program_memory.h: accesses that a SIGSEGV handler makes to memory on the program's behalf.
 *
 * Memory in a region is accessed on the alias. Other memory may not exist. A fault in these
 * functions raises SIGSEGV again; so the handler must not block SIGSEGV, and calls copy_recover
 * first. */
#ifndef FENCEPOST_COPY_H
#define FENCEPOST_COPY_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Returns 0, or -1 after a fault. */
int copy_from(void *to, uintptr_t at, size_t size);
int copy_to(uintptr_t at, const void *from, size_t size);
/* The same without regard to regions. Returns how many bytes were not copied. */
size_t copy_raw(void *to, const void *from, size_t size);
/* In a SIGSEGV handler: returns whether the fault was ours. If so, the handler returns. */
int copy_recover(const siginfo_t *info, ucontext_t *c);
/* Turns `info` into the signal that the program would have got for this thread's last such
 * fault. */
void copy_fault(siginfo_t *info);

#endif
