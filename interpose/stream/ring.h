/* ring.h: the way of the stream's chunks between ranks of one host, through memory that they
 * share. A ring carries chunks from one rank to another; it is taken from a common pool when
 * the first chunk goes. A chunk for which there is no room, or no ring, goes as an MPI message.
 *
 * Both ways together keep the order of each sender: with a chunk in a ring it is noted how many
 * messages its sender sent before it. A chunk is in the ring before the sender does anything
 * else, so whoever has received a later message finds it there.
 *
 * One thread at a time puts, and one takes. If the ranks are not all on one host, there is no
 * pool: nothing can be put, and nothing is found. Costs at most RING_BYTES for each of
 * RINGS_MOST rings, which are allocated when the run begins. */
#ifndef FENCEPOST_RING_H
#define FENCEPOST_RING_H

#include <stddef.h>
#include <stdint.h>

#define RING_BYTES 16384
#define RINGS_MOST 512

/* Collective. FENCEPOST_RING=off in the environment of any rank: no rings. */
void ring_begin(void);
/* After stream_quiesce: from now on nothing can be put. */
void ring_end(void);
/* `before`: how many messages were sent to the rank before. Returns 0 if there is no room. */
int ring_put(int to, const void *bytes, size_t n, uint32_t before);
/* A message is about to be sent to the rank. */
void ring_message(int to);

int ring_any(void); /* whether there is a pool */
/* Returns whether a message may have come: `got` were received so far from all ranks. */
int ring_messages(uint32_t got);
/* Calls `each` for the ranks from which there may be something. */
void ring_each(void (*each)(int from));
/* Returns the first chunk if its turn is after so many messages; else NULL. It stays until
 * ring_taken. */
const unsigned char *ring_first(int from, uint32_t before, size_t *n);
void ring_taken(int from);

#endif
