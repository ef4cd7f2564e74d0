/* peer.h: messages, and the edges of happens-before they carry */
#ifndef FENCEPOST_PEER_H
#define FENCEPOST_PEER_H

#include "include/finding.h"
#include "include/hash.h"
#include "queue.h"

struct access;
struct check;
struct clock;
struct event;
struct event_entry;

/* What another rank sent: what it knew then, and what it released to us, by key. */
struct ready { /* of a message in ready mode */
  struct site site;
  uint64_t when;
  int doubt;
};
struct release {
  uint64_t time;
  struct clock *clock;
  struct ready *ready;      /* or NULL */
  int taken, tainted, asks; /* asks: see RELEASE_BUFFERED */
};
struct channel {
  uint64_t key, first; /* number of the first release in the queue */
  uint64_t told;       /* the sender was told of those before that it asks for */
  int bound;           /* some was acquired by a bound of its number */
  struct queue releases;
  UT_hash_handle hh;
};

struct peer {
  int tainted; /* as of its last message */
  int32_t rank;
  uint64_t time;      /* its event that sent the last message */
  struct clock *head; /* what it knew then, but of itself */
  struct clock *told; /* what we had told it with our last message */
  struct channel *channels;
  struct access *shared[2]; /* its last load and store on the shelf */
  UT_hash_handle hh;
};

struct peers {
  struct peer *table, *last; /* by rank; the last that was asked for */
  struct event_entry *news;  /* scratch of peer_send */
  int news_room;
  int doubt; /* somebody may know more than its clock tells; RELEASE_DOUBT */
};

/* What this rank knew, its last event, and the last that others had heard of. */
struct moment {
  struct clock *clock;
  uint64_t time, settled;
};

struct peer *peer_get(struct check *c, int32_t rank);
void peer_send(struct check *c, int32_t rank, const struct event *e);
/* As of an earlier moment: nothing was sent to the rank since. */
void peer_send_as(struct check *c, int32_t rank, const struct event *e, const struct moment *m);
void peer_arrive(struct check *c, const struct event *e);
/* `flag`: enum edge_flag. */
void peer_acquire(struct check *c, int32_t rank, uint64_t key, uint64_t number, int flag);
struct release *release_find(struct check *c, int32_t rank, uint64_t key, uint64_t number,
                             struct channel **channel);
void peer_own(struct check *c, const struct event *e); /* a release to this rank itself */
int peer_released(struct check *c, int32_t rank, uint64_t key, uint64_t number);
void peer_learn(struct check *c, int32_t rank, uint64_t time, const struct clock *k);
void peers_free(struct check *c);
void release_free(struct release *r);

#endif
