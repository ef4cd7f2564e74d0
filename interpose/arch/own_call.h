/* own_call.h: system calls of ours that are not gated (tracers/pages/gate.h), because each
 * gated one costs a signal, some microseconds. For calls that change nothing which the gate or
 * a library must hear of: not for mmap and its like where UCX has to see them. */
#ifndef FENCEPOST_OWN_CALL_H
#define FENCEPOST_OWN_CALL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/* Returns what the call returns, or -errno. Memory that its arguments point to may lie in
 * protected pages; then the call is made again, gated. */
long own_call(long number, long a, long b, long c, long d);

/* Reads memory of the process itself, of which some may not exist. Returns how many bytes it
 * has read, or -errno; protected pages count as memory that does not exist. */
long own_read(const struct iovec *to, const struct iovec *from, unsigned long blocks);

/* mprotect; returns -errno when it fails. */
int own_protect(uintptr_t lo, size_t size, int rights);

/* Between these, only signals of faults come. The second gets what the first has returned. The
 * mask that the program sees stays as it is. */
uint64_t signals_hold(void);
void signals_release(uint64_t before);

#endif
