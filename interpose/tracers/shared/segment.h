/* segment.h: turns what the program has accessed between two events of its process into events,
 * one for each instruction. All of a segment happened between the same two events. The accesses
 * of all threads are taken together. */
#ifndef FENCEPOST_SEGMENT_H
#define FENCEPOST_SEGMENT_H

#include "include/event.h"

/* Called with the lock of the world: feeds what was accessed before `next`. `seq`: number of
 * the last event that was fed. `missed`: whether some accesses in windows were not seen because
 * of their cost. */
void segment_tell(void (*feed)(struct event *e), const struct event *next, uint64_t seq,
                  int (*missed)(void));

#endif
