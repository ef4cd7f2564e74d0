/* receive_part.h: what the units of receive.h share: receive_channel.c, receive_request.c
 * (receives that have a request) and receive.c (the calls). */
#ifndef FENCEPOST_RECEIVE_PART_H
#define FENCEPOST_RECEIVE_PART_H

#include <pthread.h>
#include "include/hash.h"
#include "interpose/base/world.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/handles/request.h"
#include "interpose/stream/match.h"
#include "receive.h"

struct receive_channel {
  uint64_t id;
  struct match *match;
  /* Threads in calls that post a receive; threads that wait for a message. */
  int posting, waiting;
  int32_t *remote; /* world rank of each source, for receive_counts; NULL: no memory */
  UT_hash_handle hh;
};
extern pthread_mutex_t receive_lock; /* of all channels, for calls_lock */
/* With the lock. */
struct receive_channel *receive_channel_get(const struct comm *c);

/* A receive that has a request. */
struct receiving {
  struct pending_request pending; /* first */
  struct comm *comm;
  struct receive_channel *channel;
  int source, tag;             /* as posted; a wildcard is MATCH_ANY */
  uint64_t key;                /* edge_key; 0: not needed */
  struct receive *receive;     /* NULL: not active */
  uint64_t id;                 /* edge_post */
  uint64_t posted;             /* rendezvous_steps.h */
  unsigned kind;               /* letters.h */
  int told;                    /* the kind was written to the journal */
  int64_t exact;               /* as in frame_receive */
  struct letter_log *letters;  /* of a receive like one before; NULL: it must be looked for */
  struct pending_request *use; /* is told what this is told; NULL */
};

static inline int receive_source(int source) {
  return source == MPI_ANY_SOURCE ? MATCH_ANY : source;
}
static inline int receive_tag(int tag) {
  return tag == MPI_ANY_TAG ? MATCH_ANY : tag;
}
int receive_cancelled(const MPI_Status *status);
/* Tells of the receives that have requests (letters_tell_failing). */
void receive_pending_failing(void);
/* Finds out from which source and with which tag a receive, perhaps posted with wildcards, took
 * a message. */
int receive_took(const struct comm *c, int posted_source, int posted_tag,
                 const MPI_Status *status, int *source, int *tag);
/* Returns the communicator if receives with these arguments are followed, else NULL. */
struct comm *receive_followed(MPI_Comm handle, int source, int tag);
/* Bytes of a buffer that must be filled (frame_receive), and what is said if a message does
 * not; 0: nothing need be compared. */
int64_t receive_room(int64_t count, MPI_Datatype type);
void receive_compare(struct frame *f, int64_t exact, const MPI_Status *status);
/* The message was received by the receive with number `id`, or found by a probe. */
struct message receive_acquire(struct frame *f, const struct comm *c, int source, int tag,
                               int64_t number, uint64_t id, int flag);
/* The way in which a receive is posted. */
enum receive_way {
  RECEIVE_STAYS,    /* it lasts longer than the call that posts it */
  RECEIVE_WAITS,    /* it is over when the call returns, */
  RECEIVE_NO_STATUS /* which returns no status */
};
/* Both are called before a receive is posted; the second returns its number (edge_post), 0: it
 * is not announced. `kind`: letters.h. */
void receive_give_back(struct frame *f, const struct comm *c, int source, int tag);
uint64_t receive_announce(const struct frame *f, const struct comm *c, int source, int tag,
                          unsigned kind, enum receive_way way);
/* The same after a probe has found a message. */
uint64_t receive_announce_probe(const struct frame *f, const struct comm *c, int source,
                                int tag);
/* How many bytes the message has, if world.races; -1: not known. */
int64_t receive_bytes(const MPI_Status *status);
/* A call that posts a receive and waits for it was begun while this process was dormant, and
 * has received a message of `sender`: returns the number of the receive, if the checker must
 * know of it. */
uint64_t receive_announce_late(struct frame *f, const struct comm *c, int source, int tag,
                               int32_t sender);

/* After a call that has made a request. */
void receive_follow(struct frame *f, struct comm *c, int source, int tag, MPI_Request handle,
                    int persistent);

#endif
