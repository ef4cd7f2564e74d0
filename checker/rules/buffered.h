/* buffered.h: sends in buffered mode need room in the attached buffer. See buffered.c. */
#ifndef FENCEPOST_BUFFERED_H
#define FENCEPOST_BUFFERED_H

#include "include/finding.h"

struct check;
struct event_edge;

struct buffered_sends {
  int attached; /* a buffer is: */
  int64_t attached_size;
  struct site attach;
  struct buffered *table; /* messages in the buffer, by key */
  int64_t size;           /* of all that */
};

void buffered_free(struct check *c);
/* The message of this rank with that key and number of its release was received, or was never
 * sent. */
void buffered_void(struct check *c, const struct event_edge *x);

#endif
