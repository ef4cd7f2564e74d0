/* edge.h: the edges of happens-before between two ranks.
 *
 * A release costs one event and one message of the stream; no stack is captured and nothing
 * allocated. An acquire waits for the release it names, which must be known to have been made:
 * the receive of a message is one whose release went out before the message.
 *
 * The checker counts the releases of one rank to another under each key, from 0, and the
 * receiver counts messages. If a send failed or was cancelled, its release belongs to no
 * message: edge_void tells the receiver to count past it. The receiver hears of that before it
 * hears of anything later. If it received a later message before (MPI allows this), that
 * receive took the void release: an edge from the same rank, but from an earlier event than
 * possible. */
#ifndef FENCEPOST_EDGE_H
#define FENCEPOST_EDGE_H

#include <stdint.h>
#include "include/event.h"
#include "interpose/base/thread.h"

/* Between the process and itself (or a rank < 0) these do nothing. */
void edge_release(struct frame *f, int32_t world_rank, uint64_t key);
void edge_acquire(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);
/* Makes the only release under a key: the checker forgets the key after it. */
void edge_acquire_only(struct frame *f, int32_t world_rank, uint64_t key);
/* Makes a release that the other rank's interposition looks at. */
void edge_release_flagged(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number,
                          int flag);
/* The only release under a key will not be acquired. */
void edge_forget(struct frame *f, int32_t world_rank, uint64_t key);
/* Called before a message is sent: counts it, notes in f->sent what is done, then releases.
 * `flag`: RELEASE_READY, RELEASE_BUFFERED. Messages to the process itself are only numbered,
 * unless ready mode is used (world.ready). */
void edge_number(struct frame *f, int32_t world_rank, uint64_t key);
void edge_send(struct frame *f, int flag);
void edge_void(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);
/* The number-th message was found, or received by `receive` (edge_post; 0: not known). `flag`:
 * EDGE_PROBED, EDGE_BOUND. Returns the message's number at the sender. */
uint64_t edge_receive(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number,
                      uint64_t receive, int flag);
/* A receive is about to be posted. Returns its number, 0 if nobody asks for receives
 * (world.ready). `what`: all but its number; `when` is world_when() (0: before all that anybody
 * sent in ready mode). `flags`: enum receive_flag. */
uint64_t edge_post(const struct frame *f, const struct event_receive *what, int flags);
/* The receive is over and took nothing, or (`lost`) nobody knows what it took. */
void edge_unpost(const struct frame *f, uint64_t receive, int lost);
/* What this rank is known to know of others may be less than what the program makes certain. */
void edge_doubt(void);
/* An event of another rank, which is about to be fed. */
void edge_arrive(const struct event *e);
/* Returns the number of the release that belongs to the `number`-th message. */
uint64_t edge_past(int32_t world_rank, uint64_t key, uint64_t number);

/* Acquires what may have been released, if it has come; does not wait. */
void edge_acquire_if(struct frame *f, int32_t world_rank, uint64_t key, uint64_t number);

/* Tags of point-to-point messages are >= 0; collective calls use negative numbers. */
uint64_t edge_key(uint64_t comm_id, int64_t tag_or_collective);

#endif
