/* window.h: what one rank's checker remembers of a window. A part of state.h.
 *
 * Windows are found by id. Each has its open epochs as origin (access) and as target
 * (exposure), the number of fences, and a `struct pair` for each process that this one met in
 * Post/Start synchronisation. A pair is the standard's hidden communicator of section 11.5.2
 * seen from one side: posts that came from the peer and our own starts towards it match first
 * to first. */
#ifndef FENCEPOST_WINDOW_H
#define FENCEPOST_WINDOW_H

#include <bsd/sys/tree.h>
#include "include/hash.h"
#include "include/check.h"
#include "group.h"
#include "queue.h"
#include "span.h"

struct access;    /* access.h */
struct clock;     /* clock.h */
struct chronicle; /* history/chronicle.h */

enum access_epoch { ACCESS_NONE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };

/* A call may have failed in the library after it was reported, while the program goes on as if
 * it had worked (or the other way round). Such a call counts as `extra`, so that the call that
 * closes it later is not reported as a second mistake. */
struct lock {
  int32_t index; /* index of the target; the key of the table */
  int extra;     /* reported locks of the target, beyond the one that is held, */
  int held;      /* which may be missing */
  int granted;   /* operations under this lock were completed at the target */
  struct site site;
  uint64_t time; /* when it was granted, */
  uint64_t when; /* and as event.when */
  UT_hash_handle hh;
};

/* See sync/locking.h. */
struct locking {
  int32_t thread;
  int32_t index; /* of the target; -1: all */
  struct site site;
};

/* The operation that a thread is in, or was in last. Other threads may call theirs between the
 * two events of one call. */
struct calling {
  int32_t thread;
  int issued;   /* it is one */
  uint64_t seq; /* number of its first event */
};

/* The last operation of each thread, by the thread's slot; time: when it began, 0 = there was
 * none. See rules/epoch_threads.h. */
struct last_op {
  uint64_t time;
  int32_t index; /* of the target */
  struct site site;
};
struct operated {
  struct last_op *by;
  int count, room;
};

/* A post and a start that match; the half that comes first waits for the other. */
struct post {
  struct site site;    /* site.assertion has the assertion of the call */
  uint64_t time;       /* the peer's event, */
  struct clock *clock; /* what the peer knew at that event */
  uint64_t when;       /* event_group.when */
};
#define UPDATES 8
struct start {
  struct site site;
  uint64_t time, when; /* like those of struct post */
  int tainted;         /* see atomic.c */
  struct clock *clock;
  int updates, room;
  struct site *update; /* the puts and accumulates in this epoch, one for each call stack */
};

/* The peer's last operation on this rank under a lock that is over. */
struct locked {
  uint64_t begun, over; /* by the peer's event numbers; 0 = there was none */
  struct site site;
  int tainted;
};

/* A call of one thread that completes operations, some of which may be over by a call of
 * another thread already. */
struct ending {
  uint64_t time;
  struct clock *clock; /* what the thread knew */
  uint64_t seq;        /* number of the only operation that it completes; 0: there are more */
  int what;            /* ENDS_* */
  int only;            /* those of the thread only - 1; 0: of any */
};
enum { ENDS_BUFFERS = 1, ENDS_GETS = 2, ENDS_OPS = 4 };
#define ENDINGS 32
#define ENDINGS_OWN 4
/* The last ones, in any order: of a thread that seldom completes at least the last ENDINGS_OWN,
 * as long as no more than ENDINGS / ENDINGS_OWN threads do. */
struct endings {
  int count;
  struct ending at[ENDINGS];
};

struct pair {
  int32_t index; /* index of the peer in the window's group; the key of the table */
  int32_t rank;  /* its world rank */
  uint64_t posts, starts, completes, waits;
  uint64_t started;        /* number of the last MPI_Win_start whose group contains the peer */
  struct queue peer_posts; /* queue of struct post that have no start yet */
  struct queue own_starts; /* queue of struct start that have no post yet; one of the two queues
                              is empty */
  struct post post;        /* the post that matched the open access epoch's start */
  int matched;
  struct access *last; /* the last of its operations on the shelf */
  /* The peer's operations on this rank that are not complete, newest first. */
  struct access *incoming;
  struct access *buffers; /* buffers in use of this rank's operations on the peer */
  struct access
      *resting; /* one that is not in use, for an operation by its line (op_again.h) */
  struct locked under;
  /* Event.seq of its last operation that touched no byte of this rank's memory. */
  uint64_t outside;
  int waiting; /* of them are complete, but it is not known yet what this rank had exposed */
  int heard;   /* others may hear, by the value of a put among them, what was before */
  int gets;    /* MPI_Get among: */
  int issued;  /* operations on the peer since it was last told of their completion */
  int granted; /* some operations under the open MPI_Win_lock_all were completed */
  int fetched; /* some operations in the open access epoch fetch data from the peer */
  struct clock *post_clock; /* what this rank knew when it last posted to the peer */
  uint64_t post_time;
  struct endings *endings; /* of operations of the one on the other; NULL: none is kept */
  /* The last event by which all operations on the peer were complete; NEVER: several threads
   * have completed them and did not know of each other. */
  uint64_t done_at;
  uint64_t ends, completed; /* MPI_Win_complete of the peer: their number, and its event number
                               at the last one */
  struct queue ended; /* queue of struct release: calls of MPI_Win_complete by the peer that
                         this rank has not waited for */
  UT_hash_handle hh;
};

/* How many fences a rank remembers with assertion and call; older ones are forgotten. */
#define FENCE_LOG 64
struct fence {
  int64_t number; /* from 1 */
  struct site site;
};
struct entry { /* this rank enters a fence */
  int64_t number;
  uint64_t time;
  struct clock *clock;
  struct site site;
};
struct fences {                  /* stored at the fence's number modulo FENCE_LOG */
  struct fence log[FENCE_LOG];   /* left */
  struct entry entry[FENCE_LOG]; /* entered */
};
struct agreement { /* a call that made the two copies of a window agree; see two_copies.c */
  uint64_t time;
  struct clock *clock;
};

/* Memory attached to a dynamic window: from when to when, and what this rank knew at both
 * moments. */
struct attachment {
  struct span span;
  uint64_t from, to; /* to: NEVER as long as it is attached */
  struct clock *knew_from, *knew_to;
  struct site attach, detach;
};

/* Memory that is attached to a dynamic window now. */
struct attached_region {
  RB_ENTRY(attached_region) node;
  struct event_region memory;
  struct attachment past;
};
RB_HEAD(region_tree, attached_region);

struct window {
  uint64_t id;
  uint8_t flavor, model;
  uint8_t freed;   /* the window is freed, but other ranks may still tell something about it */
  uint8_t ending;  /* MPI_Win_free has begun: it will be exposed to nobody any more */
  uint8_t retired; /* it is only kept for halves of post and start that may still match */
  uint8_t used;    /* an epoch was opened, or an operation was made */
  uint8_t memory_freed; /* it was reported */
  uint32_t info;
  uint64_t base;
  struct site created, ended; /* ended: the call that has freed it */
  int32_t me, count;
  struct group group;

  enum access_epoch access;
  struct site access_site; /* the call that opened the access epoch: Start, Lock_all, or the
                              first Lock */
  uint64_t access_time;    /* when that call returned */
  struct lock *locks;
  int starting;     /* MPI_Win_start was called and has not returned yet */
  uint64_t starts;  /* number of the last access epoch that MPI_Win_start opened */
  int32_t *started; /* indices */
  int32_t started_count;
  int overlapping;                                /* the MPI_Win_start under way was reported */
  int extra_starts, extra_posts, extra_lock_alls; /* see struct lock */
  int wrong_lock;                                 /* the lock call under way was reported */
  struct locking *locking; /* the others under way, if threads may call MPI at the same time */
  int locking_count, locking_room;
  int distrusted; /* some lock call was reported, so that the library's answer to an unlock
                     proves nothing */

  int posted; /* an exposure epoch of MPI_Win_post is open */
  struct site post_site;
  int32_t *origins; /* indices */
  int32_t origin_count;
  struct queue exposures; /* see lock_exposure.c */
  int tested;             /* MPI_Win_test ended the last exposure epoch */
  struct site test_site;

  int64_t fence_count;
  int fence_open; /* the last fence did not assert NOSUCCEED, so operations may follow */
  struct calling *calling;
  int calling_count, calling_room;
  struct operated operated;
  int64_t fence_ops;     /* issued since */
  struct site fence_op;  /* the first of them */
  struct fences *fences; /* NULL before the first fence */
  struct queue left; /* queue of struct fence: fences of the left neighbour with NOPRECEDE or
                        NOSUCCEED that this rank has not entered yet */
  int64_t entered;   /* number of the last fence that this rank entered */

  int whole; /* every rank of the world is a member, and collective calls come in the same order
                everywhere */
  uint64_t syncs;  /* number of collective calls on the window so far, */
  uint64_t synced; /* and of those that this process has left (several threads may be in one) */
  uint8_t ordered; /* shared memory: its processes order themselves by their own loads and
                      stores, */
  uint8_t hidden;  /* some of which may have been missed, so that nothing is judged */
  uint8_t shares;  /* some of its memory also belonged to another window */
  uint8_t met;     /* scratch field of memory_windows */
  uint8_t made;    /* the call that creates the window has returned */
  int32_t places;  /* how many places in trees of memory are its */
  uint8_t nocheck, exclusive; /* some operation was under a lock with MPI_MODE_NOCHECK, some
                                 under an exclusive lock */
  int unsynchronised; /* this process has stored to it since its last synchronisation call, */
  struct site update; /* first here */
  uint8_t stored, touched; /* this process has stored since the last publication; it has made
                              accesses since the last acquisition */
  int waiting;             /* sum of pair.waiting */
  uint64_t updated; /* when the last update by another process was over, in event numbers of any
                       rank */
  struct agreement *published, *acquired;
  int published_count, published_room, acquired_count, acquired_room;

  int closed_by_set;
  struct site closed_by; /* the call that closed the last access epoch */

  struct span *maps; /* where the members' shared memory is mapped in this process, by index, */
  struct {           /* and what this process has told them about it: see visible.c */
    int stores;  /* number of stores since the last call that made stores visible to others */
    uint64_t in; /* event of the last call that made stores of others visible to this process */
  } * told;
  int brings; /* this process has stored to shared memory since its last such call */
  struct access *arriving; /* accesses of others to this rank's shared memory that are not over,
                              or that came too early */

  struct region_tree regions; /* region_tree.h */
  uint64_t attached;          /* when the last one was */
  int regions_mixed;          /* some regions were not apart from others: `ever` tells more */
  struct spans ever;          /* all addresses that were ever attached */
  /* Queue of struct attachment: regions that were detached, see attach_order.c. */
  struct queue detached;

  struct chronicle *chronicle; /* its history, see history/chronicle.h; or NULL */

  struct pair *pairs, *last_pair; /* pairs by index; and the pair that was looked up last */
  UT_hash_handle hh;
};

struct windows {
  struct window *table; /* by id */
  struct window *last;  /* the window made last, if it still exists: most events are about it */
  struct queue freed;   /* queue of ids: the windows that were freed last */
};

#endif
