/* stream.h: the tool stream, one FIFO of events per ordered pair of ranks, over MPI messages on
 * a private communicator (so it works between hosts); on one host through shared memory where
 * that has room (ring.h).
 *
 * An event goes into the buffer of its destination, which stream_flush sends, in messages of
 * bounded size (chunks). What somebody may wait for goes out at once, with all that was posted
 * to its destination before; what nobody waits for (operations and their completion) stays
 * until then, until the process meets all others, or until there is much of it: a message for
 * each would cost more than the operation, and MPICH's flush would wait until it is received.
 * In the steady state nothing is allocated. Nothing here waits but stream_pull and
 * stream_quiesce, and no lock is held while they do. A rank that stops checking says so
 * (stream_close), so that nobody waits for it. */
#ifndef FENCEPOST_STREAM_H
#define FENCEPOST_STREAM_H

#include "include/event.h"

void stream_post(int rank, const struct event *e, int urgent);
/* Sets `mark` once everything posted to the rank so far is on its way. */
void stream_mark(int rank, _Atomic uint8_t *mark);
void stream_flush(int all); /* starts to send urgent chunks, or all */
/* Feeds what has arrived to the checker, in the order of each sender. */
void stream_drain(void);
int stream_quiesce(
    void); /* collective: returns when nothing is left to feed anywhere; 0, or an error code */
void stream_close(void);
/* The process ends, and others go on: waits until they have taken what was sent to them, which
 * they do in their next calls. */
void stream_end(void);
/* Returns whether everything posted has left this process. */
int stream_sent(void);
/* After stream_quiesce: world.comm and world.size are about to change. */
void stream_restart(void);

/* Waits until an event of `rank` was fed, or any event was since the ticket was taken. Take the
 * ticket before looking whether an event is missing. Returns 0 if none will come, or if none
 * has come for minutes. */
uint64_t stream_ticket(void);
int stream_pull(int rank, uint64_t ticket);

/* Between these two calls an event may come about a window that is still being made. It waits,
 * with everything that its sender sends after it, until the window is known. */
void stream_hold(void);
void stream_release(void);

#endif
