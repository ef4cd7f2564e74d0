/* receive.h: the receives of one communicator, in which messages are numbered (match.h). */
#ifndef FENCEPOST_RECEIVE_H
#define FENCEPOST_RECEIVE_H

#include <stdint.h>

struct receive_channel;

/* By the communicator's id; lasts. NULL when memory runs out. */
struct receive_channel *receive_channel(uint64_t comm);
/* The number of a message that a call has received which names source and tag; `bound`: it may
 * be too low. */
uint64_t receive_number(struct receive_channel *ch, int source, int tag, int *bound);

#endif
