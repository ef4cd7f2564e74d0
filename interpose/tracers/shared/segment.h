/* segment.h: what the program has accessed between two events of its process, as events: one
 * for each instruction. All of a segment happened between the same two events. Several threads'
 * accesses are taken together. */
#ifndef FENCEPOST_SEGMENT_H
#define FENCEPOST_SEGMENT_H

#include "include/event.h"

/* With the lock of the world: feeds what was accessed before `next`. `seq`: of the last event
 * that was fed. `missed`: whether some accesses in windows were not seen for what they cost. */
void segment_tell(void (*feed)(struct event *e), const struct event *next, uint64_t seq,
                  int (*missed)(void));

#endif
