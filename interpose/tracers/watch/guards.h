/* guards.h: level `pages`: buffers of operations under way that debug registers cannot watch
 * whole (points.h): the pages they lie in are protected while the program runs, and open while
 * it is in MPI, which goes on to use the program's own addresses.
 *
 * That costs about a millisecond for each buffer and the time of all system calls meanwhile: so
 * each line of the program has its buffers guarded the first times, and later as often as a
 * small share of the run time allows. Only in processes whose threads are the library's,
 * without MPI_THREAD_MULTIPLE, on one host, and up to GUARDS_MOST bytes. */
#ifndef FENCEPOST_GUARDS_H
#define FENCEPOST_GUARDS_H

#include <stdint.h>
#include "include/check.h"

#define GUARDS_MOST (256u << 10)

extern _Atomic int guards_count;

/* Before MPI is started, and when it and all threads of ours have been: how many threads there
 * are tells later whether the program has any of its own. */
void guards_before_init(void);
void guards_after_init(void);
void guards_begin(void);
void guards_stop(void);
/* At the end of a call, without the lock of the world. `turn`: how often the line was watched
 * before. Returns whether it is guarded. */
int guards_add(uintptr_t lo, uintptr_t hi, enum watch what, uint32_t turn);
/* Those that are in use no longer are given back; all: whatever they are. */
void guards_settle(int all);

#endif
