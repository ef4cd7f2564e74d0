/* peer.h: messages from other ranks, and the happens-before edges that they carry. */
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

/* What another rank sent: what it knew at that time, and what it released to this rank, by
 * key. */
struct ready { /* about a message in ready mode */
  struct site site;
  uint64_t when;
  int doubt;
};
struct release {
  uint64_t time;
  struct clock *clock;
  struct ready *ready; /* or NULL */
  struct {
    uint32_t stack; /* 0: not told */
    int32_t thread;
    uint16_t call;
  } from;
  int taken, tainted, asks; /* asks: see RELEASE_BUFFERED */
};
struct channel {
  uint64_t key, first; /* `first`: number of the first release in the queue */
  uint64_t told; /* the sender asks to be told of some releases; it was told of those before
                    this number */
  int bound;     /* some release was acquired by an upper bound of its number only */
  struct queue releases;
  UT_hash_handle hh;
};

/* A clock for each slot; most processes need one. */
struct thread_heads {
  struct clock *first;
  struct clock **others; /* of slots from 1; NULL: all are empty */
};

struct peer {
  int tainted; /* as its last message said */
  int32_t rank;
  uint64_t time; /* number of the event that sent its last message */
  int threaded;  /* it tells its threads apart */
  /* What its threads knew when they sent their last messages, without their own events; and
   * what the threads of this rank had told it with their last ones. Both by slot (clock.h). */
  struct thread_heads heads, told;
  uint64_t
      told_threads; /* it was told which threads of this process there were at that event */
  uint64_t over[2]; /* numbers of the last two events by which an access of it to this rank's
                       memory was over, latest first */
  struct channel *channels;
  struct access *shared[2]; /* its last load and its last store on the shelf */
  UT_hash_handle hh;
};

struct peers {
  struct peer *table, *last; /* `table`: by rank; `last`: the peer that was looked up last */
  struct event_entry *news;  /* scratch memory of peer_send */
  int news_room;
  int doubt; /* some rank may know more than its clock says; RELEASE_DOUBT */
};

/* What this rank knew at one moment, with its last event, and the last event that others had
 * heard of. */
struct moment {
  struct clock *clock;
  uint64_t time, settled;
  int tainted;
};

struct peer *peer_get(struct check *c, int32_t rank);
/* What the thread of the peer that did its event `time` knew when it sent its last message. */
struct clock *peer_head(const struct peer *p, uint64_t time);
/* Returns whether all threads that the peer is known to have know of event `time` of `rank`. */
int peer_knows(const struct peer *p, int32_t rank, uint64_t time);
void peer_over(struct check *c, int32_t rank, uint64_t time); /* see struct peer */
void peer_send(struct check *c, int32_t rank, const struct event *e);
/* For an earlier moment, if nothing was sent to the rank since then. */
void peer_send_as(struct check *c, int32_t rank, const struct event *e, const struct moment *m);
/* Returns whether the thread with this slot has told the peer anything that it has not
 * forgotten. */
int peer_was_told(const struct peer *p, unsigned slot);
/* That thread has ended, and the peer has forgotten what it told it. */
void peer_forget_thread(struct peer *p, unsigned slot);
void peer_arrive(struct check *c, const struct event *e);
/* `flag` is an enum edge_flag. */
void peer_acquire(struct check *c, int32_t rank, uint64_t key, uint64_t number, int flag);
struct release *release_find(struct check *c, int32_t rank, uint64_t key, uint64_t number,
                             struct channel **channel);
void peer_own(struct check *c, const struct event *e); /* a release from this rank to itself */
int peer_released(struct check *c, int32_t rank, uint64_t key, uint64_t number);
void peer_learn(struct check *c, int32_t rank, uint64_t time, const struct clock *k);
void peers_free(struct check *c);
void release_free(struct release *r);

#endif
