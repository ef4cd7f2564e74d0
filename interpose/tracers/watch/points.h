/* points.h: level `pages` where memory cannot be protected: a few bytes, watched by the
 * processor's debug registers (point_event.h).
 *
 * There are at most four registers of 8 bytes. Windows have them first, for good; then buffers
 * of operations that are under way, until they are complete: small ones whole, of others the
 * first and the last bytes, or some between. What MPI only reads is watched for stores.
 *
 * Setting a register costs a microsecond, an access to what it watches 2 to 30 (a virtual
 * machine leaves for its host), and MPI accesses buffers itself, or has the kernel do it, whose
 * string instructions pay that for each byte: so each line of the program has its buffers
 * watched the first times, and later in a small part of the run time (meter.h). What was not
 * watched for this is counted, and the report says it. */
#ifndef FENCEPOST_POINTS_H
#define FENCEPOST_POINTS_H

#include <stddef.h>
#include "include/check.h"
#include "interpose/arch/decode.h"

/* After record_begin. Nothing is opened before the first buffer or window needs it. */
void points_begin(decode_function *decode);
/* Off for good; also in the child of a fork. */
void points_stop(void);
/* At the end: tells the journal what could not be seen. */
void points_end(void);

#define POINTS_MOST 32 /* bytes of a window */
/* Memory of a window that is not protected; returns how many bytes of it are watched from now
 * on. */
size_t points_cover(uintptr_t lo, size_t size);
void points_uncover(uintptr_t lo, size_t size);

/* With the lock of the world, as check_output has them: */
void points_watch(const struct event_run *run, enum watch what);
void points_unwatch(void);

/* At the end of a call, before the program goes on, if tracer_due: sets and clears. */
void points_settle(void);

#endif
