/* state.h: what one rank's checker remembers. Only files of checker/ include it. */
#ifndef FENCEPOST_STATE_H
#define FENCEPOST_STATE_H

#include <bsd/sys/tree.h>
#include "include/hash.h"
#include "include/call.h"
#include "include/check.h"
#include "group.h"
#include "handlers.h"
#include "interval_tree.h"
#include "window.h"

RB_HEAD(shelf_tree, access);
struct shelf {
  struct shelf_tree tree;
  size_t count;
  uint64_t bytes;
};

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
/* Accesses that race unless what atomic operations read and wrote orders them; see atomic.c. */
struct suspect;
struct atom;
struct said;
struct buffered;

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

struct request {
  uint64_t id;
  uint64_t win;           /* of a request-based operation */
  uint64_t op_seq;        /* its event, */
  int32_t target;         /* its target, */
  int get;                /* whether it is MPI_Rget */
  struct access *buffers; /* in use until it is complete */
  struct site site;
  UT_hash_handle hh;
};

/* What this rank knew, its last event, and the last that others had heard of. */
struct moment {
  struct clock *clock;
  uint64_t time, settled;
};

/* Operations told as one, or kept back to be: see batch.c. */
struct batch {
  int32_t rank; /* that is told; -1: none is kept back */
  int tainted;
  struct event event;
  struct moment moment; /* holds the clock */
  int64_t each, end;    /* bytes of each; offset of the first byte after them */
  uint64_t seq;         /* of the last */
};

/* With the n-th call that all ranks of the world must enter, a rank's events are numbered from
 * n * GENERATION on. */
#define GENERATION (1ull << 40)

/* What has come of what was sent; see round.c. Rounds count from 0. */
#define QUIET_ROUNDS 4
struct quiet {
  uint64_t time;                /* what any rank sent before this event has come, here too */
  uint64_t round;               /* that has begun */
  uint64_t sent, next_cut, cut; /* messages: all, before this round, before the last one */
  uint64_t came[QUIET_ROUNDS];  /* by the round they were sent in, modulo; */
  uint64_t older;               /* and before */
  struct event_quiet child[2];  /* what the ranks below said last */
  uint64_t told, passed;        /* round that was told above; that nothing is missing of */
};
struct posted;

/* What the core asks of the rules, which call it themselves: given once (check.c). */
struct asks {
  void (*freed)(struct check *c, const struct access *a); /* the access is about to go */
  void (*meet)(struct check *c, struct access *a, struct access *b); /* two are to be one */
  struct ready *(*ready_sent)(struct check *c, const struct event *e);
  int (*brought_out)(const struct check *c, const struct access *store, uint64_t *when);
  void (*learned)(struct check *c); /* something from another process */
};

struct check {
  int rank, size;
  struct asks asks;
  int concurrent; /* collective calls need not come in the same order at all ranks */
  int failed;
  struct check_output out;
  uint8_t model; /* decides; 0: each window's own */
  int looks;     /* some load of this rank has polled a location */
  int tainted;   /* some atomic operation or polling load has read a value, here or in what this
                    rank heard */
  struct said *said; /* by lines: what was claimed; see told.c */
  struct suspect *suspects;
  int suspect_count;
  struct sight *sights; /* visible.c */
  struct unseen *unseen;
  int unseen_count, unseen_room;
  uint64_t unseen_skipped;
  struct atom *atoms;
  size_t atoms_lost, atom_looks;
  uint64_t doubted;    /* suspects dropped for these */
  struct queue orders; /* of struct event_order, with own entries: seen at this rank, */
  struct queue heard;  /* and at others */
  uint64_t now;        /* number of the last own event, */
  uint64_t noted;      /* of the last one that others may be asked about: all but messages, */
  uint64_t settled;    /* and of the last that others may have heard of */
  uint64_t generation; /* calls so far that all ranks of the world must enter */
  uint64_t before_all, settled_before_all, noted_before_all; /* as they were at the last */
  struct clock *clock; /* what this rank knows of the others */
  struct peer *peers, *last_peer;
  struct event_entry *news; /* scratch of peer_send */
  int news_room;
  struct batch batch;
  struct shelf local[2], remote[2]; /* access.h; reads, updates */
  struct shelf shared;              /* loads and stores of others in our shared memory */
  struct shelf open[2];             /* own accesses that are not over; reads, updates */
  struct shelf gone;                /* the same whose memory is gone: nothing meets them */
  struct span open_bytes;           /* all of them lie there */
  uint64_t age;                     /* accesses put on shelves so far */
  uint64_t most_bytes, lost;        /* of past accesses; bound; accesses forgotten */
  uint64_t inexact;                 /* accesses of which the bytes are not known */
  struct places memory;             /* of all windows; */
  struct places mapped;             /* memory of others that this process has */
  struct window **met;              /* of memory_windows */
  int met_room;
  int hidden;                /* some window was: see there */
  uint64_t segment;          /* the program's first access since another event; 0: none yet */
  uint64_t shares;           /* accesses that others were told of */
  uint64_t nocheck_looks;    /* at pairs of operations; see nocheck.c */
  struct event_run *clipped; /* scratch of shared.c */
  int clipped_room;
  struct quiet quiet;
  int overlapping; /* some memory was in two windows at once */
  uint8_t fetched; /* some operation of this rank has read others' memory, or it has locked its
                      own: see attach_order.c */
  size_t retire_at;
  const struct window *unlocking; /* whose lock is being given up, */
  int32_t unlocked;               /* and on which index; -1: all */
  struct window *windows;
  struct queue freed; /* ids of the windows freed last */
  int attached;       /* a buffer for buffered sends: */
  int64_t attached_size;
  struct site attach;
  struct buffered *buffered; /* what is in it, by key; see buffered.c */
  int64_t buffered_size;     /* of all that */
  int ready;                 /* some message was sent to this rank in ready mode */
  struct posted *posted; /* receives that are not over, where ready mode is used; see ready.c */
  struct queue past;     /* of struct posted *: the last that are over */
  int unsure;            /* what some of them took is not known */
  int doubt;             /* somebody may know more than its clock tells; RELEASE_DOUBT */
  struct request *requests;
  struct access *left; /* buffers of sends whose requests were freed, by mate; see left.c */
  int left_count;
  uint64_t learned;    /* times that this rank has learned something from another one */
  struct greqs *greqs; /* greq.h; NULL until there is one */
};

/* After HASH_ADD of `item`: 0 and the item freed when there was no memory for the table. */
#define check_added(c, item) ((item)->hh.tbl ? 1 : (free(item), (c)->failed = 1, 0))

#endif
