/* edge.h: the edges of happens-before between two ranks.
 *
 * A release costs one event and one message of the stream; no stack is captured and nothing
 * allocated. An acquire waits for the release it names, which must be known to have been made:
 * the receive of a message is one whose release went out before the message.
 *
 * The checker counts the releases of one rank to another under each key, from 0. */
#ifndef FENCEPOST_EDGE_H
#define FENCEPOST_EDGE_H

#include <stdint.h>
#include "thread.h"

/* To or from the process itself (or a rank < 0) there is nothing to do. */
void edge_release(struct frame *f, int32_t world_rank, uint64_t key);
void edge_acquire(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);
/* Point-to-point tags are >= 0, collectives use negative numbers. */
uint64_t edge_key(uint64_t comm_id, int64_t tag_or_collective);

#endif
