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

/* check.c */
/* After HASH_ADD of `item`: 0 and the item freed when there was no memory for the table. */
#define check_added(c, item) ((item)->hh.tbl ? 1 : (free(item), (c)->failed = 1, 0))
void *check_grow(struct check *c, void *array, int *room, int need, size_t item);
struct site site_of(const struct window *w, const struct event *e);

/* queue.c */
void *queue_item(const struct queue *q, int i, size_t size);
void *queue_push(struct check *c, struct queue *q, const void *item, size_t size); /* or NULL */
void queue_shift(struct queue *q, void *item, size_t size); /* takes the first off */
void queue_unshift(struct check *c, struct queue *q, const void *item, size_t size);
void queue_free(struct queue *q);

/* window.c */
struct window *window_find(const struct check *c, uint64_t id);
void window_drop(struct check *c, struct window *w);
void window_told(struct check *c, struct window *w); /* by another rank; may drop it */
void window_finalize(struct check *c, const struct event *e);
int32_t window_rank(const struct window *w, int32_t index); /* world rank or -1 */
struct event_member window_member(const struct window *w, int32_t index);
struct event_member window_own(const struct window *w);

/* attached_memory.c */
void region_refused(struct check *c, struct window *w, const struct event *e);
int region_check(struct check *c, struct window *w, const struct event *e); /* reported */
int region_low(struct check *c, struct window *w, const struct event *e);   /* reported */
int region_holds(const struct window *w, struct span s);                    /* attached now */
int region_place(const struct window *w, uint64_t base); /* the first at `base` or above */

/* attach_order.c */
void attached_add(struct check *c, struct window *w, int i, const struct event *e);
void attached_remove(struct check *c, struct window *w, int i, const struct event *e);
/* An operation is over, whose bytes are addresses. */
void attached_judge(struct check *c, struct window *w, const struct access *a);
/* The last detached memory that the bytes meet, and that was not attached again. */
const struct attachment *attached_before(const struct window *w, struct span s);
void attached_free(struct window *w);

/* span.c */
int spans_hold(const struct spans *s, int64_t lo, int64_t hi);
int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi); /* 0: no memory */

/* passive.c, active.c, fence.c */
struct lock *passive_lock(const struct window *w, int32_t index); /* held or extra */
struct lock *passive_held(const struct window *w);                /* any */
const struct site *fence_last(const struct window *w); /* the last one left; there was one */
void fence_free(struct window *w);
void noput_fence(struct check *c, const struct window *w, const struct site *update,
                 const struct entry *in);
void noput_post(struct check *c, const struct window *w, const struct site *update,
                const struct post *post);
void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal);
void epoch_nostore(struct check *c, struct window *w, const struct event *e);
/* Reports an opener while another access epoch is open; returns whether it did. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e);
void epoch_closed(struct window *w, const struct event *e);

/* pair.c */
struct pair *pair_get(struct check *c, struct window *w, int32_t index);
int pair_started(const struct window *w, int32_t index); /* in the open MPI_Win_start's group */
void pair_start(struct check *c, struct window *w, int32_t index, const struct site *s,
                uint64_t when);
void pair_unstart(struct check *c, struct window *w, int32_t index);
void pair_posted(struct check *c, struct window *w, int32_t index, const struct site *s,
                 uint64_t when);
void pair_update(struct check *c, struct window *w, int32_t index, const struct site *s);
int pair_settled(const struct pair *p);
void pair_finalize(struct check *c, struct window *w);
void pair_free(struct check *c, struct window *w);

/* nocheck.c: what MPI_MODE_NOCHECK promises of other ranks */
void nocheck_start(struct check *c, struct window *w, const struct pair *p,
                   const struct start *start, const struct post *post);
void nocheck_operation(struct check *c, struct window *w, struct access *a); /* it is over */

/* rma_op.c, data.c, rma_request.c, argument.c */
void buffered_free(struct check *c);
/* A message of this rank, by the key and number of its release: it was received; or never sent.
 */
void buffered_void(struct check *c, const struct event_edge *x);
/* Returns 0 if the target is no memory of the window. */
int data_check(struct check *c, struct window *w, const struct event *e);
const char *basic_name(unsigned basic);
const char *reduce_name(unsigned reduce);
void request_detach(struct check *c, struct access *a); /* before its request was completed */
struct request *request_get(struct check *c, uint64_t id); /* made if need be */
void request_add(struct check *c, struct window *w, const struct event *e,
                 const struct calling *op);

/* greq.c, callback.c: generalized requests */
void greq_finalize(struct check *c, const struct event *e);
void greqs_free(struct check *c);

/* peer.c: messages, and the edges of happens-before they carry */
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

/* ready.c: sends in ready mode */
struct ready *ready_sent(struct check *c, const struct event *e);
void ready_matched(struct check *c, const struct event *e);
void ready_finalize(struct check *c, const struct event *e);
void ready_free(struct check *c);

/* order.c: calls that order processes */
void order_enter(struct check *c, struct window *w); /* a collective call on the window */
void order_leave(struct check *c, struct window *w);
/* The same, always by messages: what a member sent before has come when it was heard. */
void order_tell(struct check *c, struct window *w);
void order_hear(struct check *c, struct window *w);
/* order_leave for the call that is under way */
void order_posted(struct check *c, struct window *w, const struct event *e);
void order_wait(struct check *c, struct window *w);

/* batch.c */
void batch_add(struct check *c, const struct window *w, int32_t rank, const struct event *e);
void batch_send(struct check *c);
void batch_drop(struct check *c);
int batch_undo(struct check *c, uint64_t seq); /* 0: that operation is not kept back */
/* round.c */
void round_sent(struct check *c);
void round_came(struct check *c, uint64_t generation);
void round_enter(struct check *c);
void round_undo(struct check *c);
void round_leave(struct check *c);

/* issue.c: an operation at its origin; target.c: at its target */
void issue(struct check *c, struct window *w, const struct event *e);
void issue_undo(struct check *c, struct window *w, const struct event *e, uint64_t seq);
/* An operation of this rank has read a value: what the writer did is before all from here on.
 */
void issue_done(struct check *c, struct window *w, int32_t index); /* remotely; -1: all */
void issue_done_locally(struct check *c, struct window *w, int32_t index);
void issue_attach(struct window *w, struct request *r, int32_t target, uint64_t seq);
void issue_request(struct check *c, struct request *r); /* was completed */
void issue_lost(struct check *c, struct request *r);
/* left.c: buffers of sends whose requests were freed */
void left_add(struct check *c, struct request *r);
void left_learned(struct check *c);                  /* something from another process */
void issue_ended(struct check *c, struct window *w); /* MPI_Win_complete is called */
void issue_drop(struct check *c, struct pair *p);
void issue_completed(struct check *c, struct window *w); /* and has returned */
/* What the peer issued under MPI_Win_start (`start`) or otherwise is over. */
void target_complete(struct check *c, struct window *w, struct pair *p, int start, int32_t rank,
                     uint64_t time, uint64_t settled);
void target_reached(struct check *c, struct window *w,
                    const struct site *fence); /* this rank entered a fence */
void target_ready(struct check *c, struct window *w);
void target_drop(struct check *c, struct pair *p);

/* local.c: loads, stores and buffers of this process */
/* `argument`: its place among those of the call, from 1. */
struct access *local_buffer(struct check *c, const struct event *e, const struct event_data *d,
                            int argument, int update, struct access *list);
void local_over(struct check *c, struct access *a);

/* atomic.c */
void atomic_issued(struct check *c, struct window *w, const struct event *e,
                   struct clock *start, uint64_t time);
void atomic_polled(struct check *c, const struct access *look, struct access *update);
/* One of the two is by an atomic operation, or a look of a loop that waits, in shared memory:
 * what one stores the other may look at, by which the processes order themselves. */
void atomic_looked(struct check *c, const struct access *a, const struct access *b);
void atomic_suspect(struct check *c, struct said *said, const struct finding *f,
                    const struct access *a, const struct access *b);
void atomic_judge(struct check *c); /* reports the suspects that nothing orders */
void atomic_free(struct check *c);

/* claim.c: building and giving out findings */
struct finding claim(enum slug slug, const struct window *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void claim_site(struct finding *f, const struct window *w, const struct site *s,
                const char *role);
void claim_memory(struct finding *f, const struct window *w, int32_t index, int64_t lo,
                  int64_t hi);
void claim_out(struct check *c, const struct finding *f);

#endif
