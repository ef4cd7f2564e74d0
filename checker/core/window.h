/* window.h: what one rank's checker remembers of a window. A part of state.h.
 *
 * Windows are found by id; each keeps the epoch it is in as an origin (access) and as a target
 * (exposure), how often it was fenced, and one `struct pair` per process it met in Post/Start
 * synchronisation. A pair is the standard's hidden communicator of section 11.5.2 seen from one
 * side: posts that came from the peer and our own starts towards it match first to first. */
#ifndef FENCEPOST_WINDOW_H
#define FENCEPOST_WINDOW_H

#include "include/hash.h"
#include "include/check.h"
#include "group.h"
#include "queue.h"
#include "span.h"

struct access; /* access.h */
struct clock;  /* clock.h */

enum access_epoch { ACCESS_NONE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };

/* A call that was reported and may have failed in the library, though the program goes on as if
 * it had not (or the other way round), is `extra`: what closes it later is no second mistake.
 */
struct lock {
  int32_t index; /* of the target; the key */
  int extra;     /* reported locks of the target on top of the held one, */
  int held;      /* which may be missing */
  int granted;   /* operations under it were completed at the target */
  struct site site;
  UT_hash_handle hh;
};

/* The operation that a thread is calling, or called last: between the two events of a call
 * others may make theirs. */
struct calling {
  int32_t thread;
  int issued;   /* it is one */
  uint64_t seq; /* of its first event */
};

/* The halves of a Post/Start match; one waits for the other. */
struct post {
  struct site site;    /* site.assertion: what it asserted */
  uint64_t time;       /* the peer's event, */
  struct clock *clock; /* and what it knew then */
  uint64_t when;       /* event_group.when */
};
#define UPDATES 8
struct start {
  struct site site;
  uint64_t time, when; /* like those of a post */
  int tainted;         /* see atomic.c */
  struct clock *clock;
  int updates, room;
  struct site *update; /* the puts and accumulates under it, one for each call stack */
};

/* The peer's last operation on us that is over and was under a lock. */
struct locked {
  uint64_t begun, over; /* the peer's time; 0 = there was none */
  struct site site;
  int tainted;
};

struct pair {
  int32_t index; /* of the peer in the window's group; the key */
  int32_t rank;  /* its world rank */
  uint64_t posts, starts, completes, waits;
  uint64_t started;        /* the last access epoch of MPI_Win_start that named the peer */
  struct queue peer_posts; /* of struct post: unmatched */
  struct queue own_starts; /* of struct start; one of the two is empty */
  struct post post;        /* what the start of the open access epoch matched */
  int matched;
  struct access *last;     /* of its operations, the last on the shelf */
  struct access *incoming; /* the peer's operations on us that are not complete, newest first */
  struct access *buffers;  /* local buffers of our operations on the peer that are in use */
  struct locked under;
  uint64_t outside;         /* its last operation without a byte in our memory: event.seq */
  int gets;                 /* MPI_Get among: */
  int issued;               /* operations on the peer since it was told of their completion */
  int granted;              /* some under the open lock of all were completed */
  int fetched;              /* some in the open access epoch fetch from it */
  struct clock *post_clock; /* what this rank knew when it last posted to the peer */
  uint64_t post_time;
  uint64_t ends, completed; /* MPI_Win_complete of the peer: how many, its time of the last */
  struct queue ended; /* of struct release: MPI_Win_complete of the peer, not yet waited for */
  UT_hash_handle hh;
};

/* Fences of which a rank still knows assertion and call; older ones are forgotten. */
#define FENCE_LOG 64
struct fence {
  int64_t number; /* from 1 */
  struct site site;
};
struct entry { /* of a fence by this rank */
  int64_t number;
  uint64_t time;
  struct clock *clock;
  struct site site;
};
struct fences {                  /* by number, modulo FENCE_LOG */
  struct fence log[FENCE_LOG];   /* left */
  struct entry entry[FENCE_LOG]; /* entered */
};
struct agreement { /* of the two copies of a window at this rank; see copy.c */
  uint64_t time;
  struct clock *clock;
};

/* Memory of a dynamic window: from when to when, and what this rank knew then. */
struct attachment {
  struct span span;
  uint64_t from, to; /* to: NEVER while it is attached */
  struct clock *knew_from, *knew_to;
  struct site attach, detach;
};

struct window {
  uint64_t id;
  uint8_t flavor, model;
  uint8_t freed;        /* kept for what other ranks may still tell */
  uint8_t ending;       /* what was not exposed yet never will be */
  uint8_t retired;      /* kept only for halves that may still match */
  uint8_t used;         /* an epoch or an operation was seen */
  uint8_t memory_freed; /* it was reported */
  uint32_t info;
  uint64_t base;
  struct site created;
  int32_t me, count;
  struct group group;

  enum access_epoch access;
  struct site access_site; /* of Start, Lock_all, the first Lock */
  struct lock *locks;
  int starting;     /* MPI_Win_start was called and has not returned */
  uint64_t starts;  /* number of the last access epoch of MPI_Win_start */
  int32_t *started; /* indices */
  int32_t started_count;
  int overlapping;                                /* the MPI_Win_start under way was reported */
  int extra_starts, extra_posts, extra_lock_alls; /* see struct lock */
  int wrong_lock;                                 /* the lock call under way was reported */
  int distrusted; /* some lock call was: what the library says of unlocks tells nothing */

  int posted; /* an exposure epoch of Post is open */
  struct site post_site;
  int32_t *origins; /* indices */
  int32_t origin_count;
  struct queue exposures; /* see exposure.c */
  int tested;             /* the last exposure epoch was ended by MPI_Win_test */
  struct site test_site;

  int64_t fence_count;
  int fence_open; /* a fence without NOSUCCEED came last: operations may follow */
  struct calling *calling;
  int calling_count, calling_room;
  int64_t fence_ops;     /* issued since */
  struct site fence_op;  /* the first of them */
  struct fences *fences; /* NULL before the first */
  struct queue left; /* of struct fence: the left neighbour's with NOPRECEDE or NOSUCCEED, to
                        which this rank has not come */
  int64_t entered;   /* number of the last fence entered */

  int whole; /* every rank of the world is a member, and collective calls come in one order */
  uint64_t syncs;  /* collective calls on the window so far */
  uint8_t ordered; /* shared memory: its processes order themselves by accesses of their own, */
  uint8_t hidden;  /* and some of these may not have been seen: nothing can be told */
  uint8_t shares;  /* some of its memory was in another window too */
  uint8_t met;     /* scratch of memory_windows */
  uint8_t made;    /* the call that makes it has returned */
  uint8_t nocheck, exclusive; /* some operation on it was under a lock like that */
  int unsynchronised;         /* updated locally since its last synchronisation call, */
  struct site update;         /* first here */
  uint8_t stored, touched;    /* by this process since the last publication, acquisition */
  uint64_t updated; /* when the last of others' updates was over, by any rank's time */
  struct agreement *published, *acquired;
  int published_count, published_room, acquired_count, acquired_room;

  int closed_by_set;
  struct site closed_by; /* the call that ended the last access epoch */

  struct span *maps; /* by index: where this process has the members' shared memory, */
  struct {           /* and what they were told of it: see visible.c */
    int stores;      /* since what was stored was brought out last */
    uint64_t in;     /* when what others stored was brought in last */
  } * told;
  int brings;              /* this process has stored to shared memory since then */
  struct access *arriving; /* others' accesses to ours that are not over or came early */

  struct event_region *regions;   /* attached now, sorted by address */
  struct attachment *attachments; /* of the same, in the same order */
  int region_count, region_room, attachment_room;
  uint64_t attached;     /* when the last was */
  int regions_mixed;     /* some do not lie apart: `ever` tells more */
  struct spans ever;     /* addresses that were ever attached */
  struct queue detached; /* of struct attachment, see attach_order.c */

  struct pair *pairs, *last_pair; /* by index; the one asked for last */
  UT_hash_handle hh;
};

struct windows {
  struct window *table; /* by id */
  struct window *last;  /* the one made last, if it is there: most events are about it */
  struct queue freed;   /* ids of those freed last */
};

#endif
