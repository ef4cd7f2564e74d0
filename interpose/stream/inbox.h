/* inbox.h: the receiving half of the stream (stream.h). One thread at a time receives: it puts
 * events together again and feeds them, without waiting and without a lock. */
#ifndef FENCEPOST_INBOX_H
#define FENCEPOST_INBOX_H

#include <stdint.h>

#define STREAM_TAG 1
#define HEARD_TAG 6
/* Bytes of a chunk, at most: fewer than any library sends at once without waiting for the
 * receive. */
#define STREAM_CHUNK 3840

uint64_t inbox_received(void);
/* From now on nobody is told that it was heard that nothing more will come (HEARD_TAG): this
 * process says the same. */
void inbox_ends(void);
/* Whether the rank has said that nothing more will come. */
int inbox_closed(int rank);
/* All of that is over (stream_restart). */
void inbox_restart(void); /* chunks so far */

#endif
