/* delta.h: how events are written in the stream. Events that a rank sends to another follow
 * each other with few bytes changed (a clock that went on), and a message that fits in a cache
 * line costs a third less than one of a hundred bytes: so an event is written as what is not
 * the same as in the one before, if that had the same length. Lengths count bytes.
 *
 *   0, runs, { skip, length, bytes } ...   changes to the event before
 *   1 .. 253, bytes                        an event of that length
 *   254                                    small_event.h
 *   255, length (4), bytes                 a longer one, which changes nothing for the next */
#ifndef FENCEPOST_DELTA_H
#define FENCEPOST_DELTA_H

#include <stddef.h>

#define DELTA_MOST 253 /* longest event from which the next may be written as a change */
#define DELTA_LONG 255
#define DELTA_HEAD 5 /* bytes before a longer event */

struct delta { /* zero at the start */
  unsigned char length, bytes[DELTA_MOST];
};

/* Writes one event. `n` <= DELTA_MOST; `out` has room for n + 1 bytes. Returns how many bytes
 * it wrote. */
size_t delta_pack(struct delta *d, const unsigned char *event, size_t n, unsigned char *out);
void delta_head(unsigned char *out, size_t n); /* of a longer one */

/* Reads the event at `in`. Returns how many bytes it took, 0 if the `n` bytes are not all of
 * it. `event` then points into `in` or to `room`. */
size_t delta_unpack(const struct delta *d, const unsigned char *in, size_t n,
                    unsigned char room[DELTA_MOST], const unsigned char **event,
                    size_t *length);
/* It was taken. */
void delta_keep(struct delta *d, const unsigned char *event, size_t length);

#endif
