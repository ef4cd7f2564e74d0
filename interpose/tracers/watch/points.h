/* points.h: level `pages`, where memory cannot be protected: the processor's debug registers
 * (debug_registers.h) watch a few bytes.
 *
 * There are at most four registers of 8 bytes. Windows come first and keep them. Then come
 * buffers of operations under way, until these are complete: small ones whole, of others the
 * first and the last bytes, or some between. A buffer that MPI only reads is watched for
 * stores.
 *
 * It costs a microsecond to set a register, and 2 to 30 for each access to what it watches (a
 * virtual machine leaves for its host). MPI accesses buffers itself, or has the kernel do it,
 * whose string instructions pay that for each byte. So the buffers of each line of the program
 * are watched the first times, and later in a small part of the run time (meter.h). What was
 * not watched because of this is counted, and the report says so. */
#ifndef FENCEPOST_POINTS_H
#define FENCEPOST_POINTS_H

#include <stddef.h>
#include "include/check.h"
#include "interpose/arch/decode.h"

/* Called after record_begin. Opens nothing before the first buffer or window needs it. */
void points_begin(decode_function *decode);
/* Stops for good; also in the child of a fork. */
void points_stop(void);
/* At the end: tells the journal what could not be seen. */
void points_end(void);

#define POINTS_MOST 32 /* bytes of a window */
/* Watches memory of a window that is not protected. Returns how many bytes of it are watched
 * from now on. */
size_t points_cover(uintptr_t lo, size_t size);
void points_uncover(uintptr_t lo, size_t size);

/* Called with the lock of the world, as functions of check_output are: */
void points_watch(const struct event_run *run, enum watch what);
void points_unwatch(void);
/* Returns whether points_watch has nothing to do for a buffer now, because that would cost too
 * much; this is counted. */
int points_pass(void);

/* Called at the end of a call, before the program goes on, if tracer_due is set. Sets and
 * clears registers. */
void points_settle(void);

#endif
