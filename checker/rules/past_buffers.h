/* past_buffers.h: buffers of this process's operations and MPI calls that are over, although
 * some thread of the process does not know it: its accesses are not ordered with them.
 *
 * Buffers in memory of windows are on the shelves of local accesses; here are all others. They
 * are kept until all threads know that they are over, or their memory is freed. A process whose
 * threads are not told apart keeps none. Of more than PAST_BUFFERS the oldest half is dropped,
 * and counted in check_gaps.lost. */
#ifndef FENCEPOST_PAST_BUFFERS_H
#define FENCEPOST_PAST_BUFFERS_H

#include <stdint.h>

struct access;
struct check;
struct event;

#define PAST_BUFFERS 4096

/* Takes over an access that is over. */
void past_add(struct check *c, struct access *a);
/* EVENT_THREAD: a thread learns, and may be the last one that did not know. With THREAD_ALL no
 * thread can be missing, so what all know is dropped at once. */
void past_learn(struct check *c, const struct event *e);
/* The memory from lo to hi is about to be freed. */
void past_freed(struct check *c, int64_t lo, int64_t hi);

#endif
