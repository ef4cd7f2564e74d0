/* receive.h: the receives of one communicator, in which messages are numbered (match.h). */
#ifndef FENCEPOST_RECEIVE_H
#define FENCEPOST_RECEIVE_H

#include <stdint.h>
#include "interpose/handles/request.h"
#include "interpose/stream/match.h"

struct receive_channel;

/* By the communicator's id; lasts. NULL when memory runs out. */
struct comm;
struct receive_channel *receive_channel(const struct comm *c);
/* A receive of a new kind (letters.h) is about to be posted. */
void receive_tell(const struct comm *c, int source, int tag, unsigned kind);
/* Calls back with each source (in the world) and key (edge.h) of which messages were received,
 * and how many, or more. Returns 0 if that cannot be said. */
int receive_counts(void *context,
                   void (*each)(void *context, int32_t source, uint64_t key, uint64_t count));
/* The library ends the process in this thread's call: tells the journal of the receive that the
 * call makes, or of those that it may complete. */
struct thread;
void receive_failing(struct thread *t);
/* A receive that is like one before. */
struct receive_like {
  struct comm *comm;
  struct receive_channel *channel;
  struct match_again match; /* no wildcards */
  struct request_like request;
  struct letter_log *letters; /* letters.h; NULL: not asked for */
};
/* Returns 0 if the receive is none that is followed, or has wildcards. The maker of the request
 * is left out. */
int receive_like_find(struct receive_like *r, MPI_Comm comm, int source, int tag);
/* The call begins or ceases (`change`: 1, -1) to wait for such a message, or to post such a
 * receive; the hooks after the call count it themselves. */
void receive_like_waits(struct receive_like *r, int change);
void receive_like_posts(struct receive_like *r, int change);
/* After a call that has received the message itself: its number; `bound`: it may be too low. */
uint64_t receive_number(struct receive_like *r, int *bound);
/* After one that has made a request: follows it, and tells `use` what it is told. Returns 0,
 * with nothing changed, if it cannot be followed. */
int receive_follow_like(struct frame *f, struct receive_like *r, MPI_Request handle,
                        struct pending_request *use);

#endif
