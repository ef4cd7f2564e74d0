/* edge.h: the edges of happens-before between two ranks.
 *
 * A release costs one event and one message of the stream; no stack is captured and nothing
 * allocated. An acquire waits for the release it names, which must be known to have been made:
 * the receive of a message is one whose release went out before the message.
 *
 * The checker counts the releases of one rank to another under each key, from 0, and the
 * receiver counts messages. A send that failed, or was cancelled, released something that no
 * message belongs to: edge_void tells the receiver to count past it. It hears of that before it
 * hears of anything later; should it have received a later message before (MPI lets it), that
 * receive took the void release: an edge from the same rank, but from earlier than need be. */
#ifndef FENCEPOST_EDGE_H
#define FENCEPOST_EDGE_H

#include <stdint.h>
#include "interpose/base/thread.h"

/* To or from the process itself (or a rank < 0) there is nothing to do. */
void edge_release(struct frame *f, int32_t world_rank, uint64_t key);
void edge_acquire(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);
/* The only release under a key: the checker forgets the key. */
void edge_acquire_only(struct frame *f, int32_t world_rank, uint64_t key);
/* A release that the other rank's interposition looks at. */
void edge_release_flagged(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number,
                          int flag);
/* The only release under a key will not be acquired. */
void edge_forget(struct frame *f, int32_t world_rank, uint64_t key);
/* Before a message: counts, and notes in f->sent what is done; then releases. `flag`:
 * RELEASE_READY, RELEASE_BUFFERED. Messages to the process itself are only numbered, unless
 * ready mode is used (world.ready). */
void edge_number(struct frame *f, int32_t world_rank, uint64_t key);
void edge_send(struct frame *f, int flag);
void edge_void(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);
/* The number-th message was received by `receive` (edge_post; 0: not known) or found; `flag`:
 * EDGE_PROBED, EDGE_BOUND. Returns its number at the sender. */
uint64_t edge_receive(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number,
                      uint64_t receive, int flag);
/* A receive is about to be posted: its number, 0 where ready mode is not used. */
uint64_t edge_post(const struct frame *f, int32_t source, uint64_t comm, uint64_t key);
/* It is over and took nothing, or (`lost`) nobody knows what. */
void edge_unpost(const struct frame *f, uint64_t receive, int lost);
/* What this rank knows of others may be less than what the program makes sure of. */
void edge_doubt(void);
/* An event of another rank that will be fed. */
void edge_arrive(const struct event *e);
/* The number of the release of the `number`-th message. */
uint64_t edge_past(int32_t world_rank, uint64_t key, uint64_t number);

/* Acquires what may have been released, if it has come: waits for nothing. */
void edge_acquire_if(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);

/* Point-to-point tags are >= 0, collectives use negative numbers. */
uint64_t edge_key(uint64_t comm_id, int64_t tag_or_collective);

#endif
