/* small_event.h: the form in the stream of events that tell little: a release, an
 * operation on plain bytes, the end of operations, a post to one rank, a value that was read.
 * Most events between ranks are of these kinds. Such an event is a record that is written and
 * read in words, without the codec and without a look at the event before. Of the clock it has
 * only what is not as in the event before, so a release that tells nothing new has none of it.
 */
#ifndef FENCEPOST_SMALL_EVENT_H
#define FENCEPOST_SMALL_EVENT_H

#include <stddef.h>
#include "include/event.h"

#define SMALL_EVENT_TAG 254  /* the first byte */
#define SMALL_EVENT_NEWS 4   /* entries of a clock, at most */
#define SMALL_EVENT_MOST 256 /* bytes of a record, at most */

/* What the sender and the receiver of a lane both know: who sends, and the clock of the event
 * before, zero at the start. */
struct known_clock {
  int32_t sender;
  uint64_t floor, settled;
};

/* What an event borrows that was read. */
struct small_event_arrays {
  int32_t index;
  struct event_entry entry[SMALL_EVENT_NEWS];
};

/* Whether it is of such a kind. */
static inline int small_event_may(const struct event *e) {
  return e->kind == EVENT_RELEASE || e->kind == EVENT_DONE || e->kind == EVENT_POST ||
         e->kind == EVENT_VALUE || e->kind == EVENT_OP;
}
/* Writes an event of such a kind into SMALL_EVENT_MOST bytes. Returns how many of them count;
 * 0: it needs the codec. */
size_t small_event_pack(const struct known_clock *k, const struct event *e, unsigned char *out);
/* Reads the event at `in`. Returns how many bytes it took; 0: the `n` bytes are not all of it,
 * or it is not valid. */
size_t small_event_unpack(const struct known_clock *k, const unsigned char *in, size_t n,
                          struct event *e, struct small_event_arrays *arrays);
/* Called for each event, in whatever form it goes, after it was written or read. */
static inline void known_clock_keep(struct known_clock *k, const struct event *e) {
  k->floor = e->floor;
  k->settled = e->settled;
}

#endif
