/* guards.h: level `pages`: pages of buffers of operations under way, where debug registers
 * cannot watch the whole buffer (points.h). The pages are protected while the program runs and
 * open while it is in MPI, which uses the program's own addresses.
 *
 * This costs about a millisecond for each buffer, and all system calls meanwhile cost more. So
 * the buffers of each line of the program are guarded the first times, and later as often as a
 * small share of the run time allows. Only in processes whose threads are all the library's,
 * without MPI_THREAD_MULTIPLE, on one host, and up to GUARDS_MOST bytes. */
#ifndef FENCEPOST_GUARDS_H
#define FENCEPOST_GUARDS_H

#include <stdint.h>
#include "include/check.h"

#define GUARDS_MOST (256u << 10)

extern _Atomic int guards_count;

/* Called before MPI is started, and when it and all our threads have been. The numbers of
 * threads tell later whether the program has started any. */
void guards_before_init(void);
void guards_after_init(void);
void guards_begin(void);
void guards_stop(void);
/* Called at the end of a call, without the lock of the world. `turn`: how often the line was
 * watched before. Returns whether the buffer is guarded. */
int guards_add(uintptr_t lo, uintptr_t hi, enum watch what, uint32_t turn);
/* Returns whether there may be room for a guard, and time for it; costs no system call. */
int guards_may_add(void);
/* Gives back guards whose buffers are no longer in use, or with `all` every guard. */
void guards_settle(int all);

#endif
