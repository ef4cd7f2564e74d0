/* stream.h: the tool stream, one FIFO of events per pair of ranks, over MPI messages on a
 * private communicator (so it works between hosts).
 *
 * stream_post only queues; stream_flush sends (never blocks) and forgets what was delivered;
 * stream_drain feeds what has arrived to the checker, in order per sender. stream_quiesce is
 * collective: when it returns every event posted by any rank was fed to its receiver. */
#ifndef FENCEPOST_STREAM_H
#define FENCEPOST_STREAM_H

#include "../include/event.h"

void stream_post(int rank, const struct event *e);
void stream_flush(void);
void stream_drain(void);
int stream_quiesce(void); /* 0, or an MPI error code */
/* Between the two no thread drains: what arrives may be about a window that is being made. */
void stream_hold(void);
void stream_release(void);

#endif
