/* stream.h: the tool stream, one FIFO of events per ordered pair of ranks, over MPI messages on
 * a private communicator (so it works between hosts).
 *
 * An event goes into the buffer of its destination; a buffer is sent as one message (a chunk)
 * by stream_flush, or when it is full. An event longer than a chunk spans several. In the
 * steady state nothing is allocated. Nothing here waits but stream_pull and stream_quiesce, and
 * no lock is held while they do. A rank that stops checking says so (stream_close), so that
 * nobody waits for it. */
#ifndef FENCEPOST_STREAM_H
#define FENCEPOST_STREAM_H

#include "../include/event.h"

void stream_post(int rank, const struct event *e);
void stream_flush(void); /* starts all sends */
void stream_drain(void); /* feeds what has arrived to the checker, in order per sender */
int stream_quiesce(
    void); /* collective: nothing is left to feed anywhere; 0, or an error code */
void stream_close(void);

/* Waits until an event of `rank` was fed, or any was since the ticket was taken: take it before
 * looking whether one is missing. 0: none will come. */
uint64_t stream_ticket(void);
int stream_pull(int rank, uint64_t ticket);

/* Between the two an event may come about a window that is being made: it waits, and what its
 * sender sends after it, until the window is known. */
void stream_hold(void);
void stream_release(void);

#endif
