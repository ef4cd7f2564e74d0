/* buffered.h: sends in buffered mode need room in the attached buffer: MPI_Pack_size and
 * MPI_BSEND_OVERHEAD for every message that is not delivered (section 3.6). That a message was
 * delivered the program can know only from something the receiver did after it had received it:
 * the receiver tells when that was. */
#ifndef FENCEPOST_BUFFERED_H
#define FENCEPOST_BUFFERED_H

#include "include/finding.h"

struct check;
struct event_edge;

struct buffered_sends {
  int attached; /* a buffer is: */
  int64_t attached_size;
  struct site attach;
  struct buffered *table; /* what is in it, by key; see buffered.c */
  int64_t size;           /* of all that */
};

void buffered_free(struct check *c);
/* A message of this rank, by the key and number of its release: it was received; or never sent.
 */
void buffered_void(struct check *c, const struct event_edge *x);

#endif
