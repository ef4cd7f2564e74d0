/* state.h: what one rank's checker remembers. Only files of checker/ include it.
 *
 * Windows are found by id; each keeps the epoch it is in as an origin (access) and as a target
 * (exposure), how often it was fenced, and one `struct pair` per process it met in Post/Start
 * synchronisation. A pair is the standard's hidden communicator of section 11.5.2 seen from one
 * side: posts that came from the peer and our own starts towards it match first to first. */
#ifndef FENCEPOST_STATE_H
#define FENCEPOST_STATE_H

#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include "../include/call.h"
#include "../include/check.h"

enum access { ACCESS_NONE, ACCESS_START, ACCESS_LOCK, ACCESS_LOCK_ALL };

/* First in, first out; of items of one size. */
struct queue {
  unsigned char *at;
  int first, count, room;
};

/* A call that was reported and may have failed in the library, though the program goes on as if
 * it had not (or the other way round), is `extra`: what closes it later is no second mistake.
 */
struct lock {
  int32_t index; /* of the target; the key */
  int extra;     /* reported locks of the target on top of the held one, */
  int held;      /* which may be missing */
  struct site site;
  UT_hash_handle hh;
};

/* One half of a Post/Start match that waits for the other. */
#define UPDATES 8
struct half {
  struct site site; /* site.assertion: what it asserted */
  int updates; /* starts only: the puts and accumulates under it, one for each call stack */
  struct site update[UPDATES];
};

struct span {
  int64_t lo, hi;
};
struct spans { /* sorted, disjoint, not adjacent */
  struct span *at;
  int count, room;
  int all; /* there were too many: holds everything */
};

struct pair {
  int32_t index; /* of the peer in the window's group; the key */
  int32_t rank;  /* its world rank */
  uint64_t posts, starts, completes, waits;
  uint64_t started; /* the last access epoch of MPI_Win_start that named the peer */
  struct queue peer_posts, own_starts; /* of struct half: unmatched; at most one is not empty */
  struct half post;                    /* what the start of the open access epoch matched */
  int matched;
  int64_t noted_fence; /* fence epoch of which the peer was told, */
  int noted;           /* and the call stacks of the updates it was told of */
  uint32_t noted_stack[UPDATES];
  struct spans told; /* dynamic windows: addresses whose access the peer was told of */
  UT_hash_handle hh;
};

/* Fences of which a rank still knows assertion and call; older ones are forgotten. */
#define FENCE_LOG 64
struct fence {
  int64_t number; /* from 1 */
  struct site site;
};

struct notice { /* an update that a peer made in a fence epoch we have not reached */
  int64_t epoch;
  struct site site;
};

struct window {
  uint64_t id;
  uint8_t flavor, model;
  uint8_t freed;   /* kept for what other ranks may still tell */
  uint8_t retired; /* kept only for halves that may still match */
  uint8_t used;    /* an epoch or an operation was seen */
  uint32_t info;
  uint64_t base;
  struct site created;
  int32_t me, count;
  struct event_member *members;

  enum access access;
  struct site access_site; /* of Start, Lock_all, the first Lock */
  struct lock *locks;
  int starting;     /* MPI_Win_start was called and has not returned */
  uint64_t starts;  /* number of the last access epoch of MPI_Win_start */
  int32_t *started; /* indices */
  int32_t started_count;
  int extra_starts, extra_posts, extra_lock_alls; /* see struct lock */
  int wrong_lock;                                 /* the lock call under way was reported */
  int distrusted; /* some lock call was: what the library says of unlocks tells nothing */

  int posted; /* an exposure epoch of Post is open */
  struct site post_site;
  int32_t *origins; /* indices */
  int32_t origin_count;
  int tested; /* the last exposure epoch was ended by MPI_Win_test */
  struct site test_site;

  int64_t fence_count;
  int fence_open;       /* a fence without NOSUCCEED came last: operations may follow */
  int64_t fence_ops;    /* issued since */
  struct site fence_op; /* the first of them */
  struct fence log[FENCE_LOG];
  struct queue left; /* of struct fence: the left neighbour's with NOPRECEDE or NOSUCCEED, to
                        which this rank has not come */
  struct notice *notices;
  int notice_count, notice_room;

  int closed_by_set;
  struct site closed_by; /* the call that ended the last access epoch */

  struct event_region *regions; /* attached now, sorted by address */
  int region_count, region_room;
  int regions_mixed; /* some do not lie apart: `ever` tells more */
  struct spans ever; /* addresses that were ever attached */

  struct pair *pairs;
  UT_hash_handle hh;
};

struct request {
  uint64_t id;
  uint64_t win;
  struct site site;
  UT_hash_handle hh;
};

struct check {
  int rank, size;
  int concurrent; /* collective calls need not come in the same order at all ranks */
  int failed;
  struct check_output out;
  struct window *windows;
  struct queue freed; /* ids of the windows freed last */
  struct request *requests;
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
void window_create(struct check *c, const struct event *e);
void window_set_info(struct check *c, struct window *w, const struct event *e);
void window_free(struct check *c, struct window *w, const struct event *e);
void window_drop(struct check *c, struct window *w);
void window_told(struct check *c, struct window *w); /* by another rank; may drop it */
void window_finalize(struct check *c, const struct event *e);
void window_query(struct check *c, struct window *w, const struct event *e);
int32_t window_rank(const struct window *w, int32_t index); /* world rank or -1 */

/* region.c */
void region_attach(struct check *c, struct window *w, const struct event *e);
void region_detach(struct check *c, struct window *w, const struct event *e);
void region_check(struct check *c, struct window *w, const struct event *e);
void region_tell(struct check *c, struct window *w, const struct event *e);

/* span.c */
int spans_hold(const struct spans *s, int64_t lo, int64_t hi);
int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi); /* 0: no memory */

/* passive.c, active.c, fence.c */
void passive_feed(struct check *c, struct window *w, const struct event *e);
struct lock *passive_lock(const struct window *w, int32_t index); /* held or extra */
struct lock *passive_held(const struct window *w);                /* any */
void active_feed(struct check *c, struct window *w, const struct event *e);
void fence_feed(struct check *c, struct window *w, const struct event *e);
void fence_left(struct check *c, struct window *w, const struct event *e);
void fence_update(struct check *c, struct window *w, const struct event *e);
void fence_tell(struct check *c, struct window *w, const struct event *e);
void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal);
/* Reports an opener while another access epoch is open; returns whether it did. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e);
void epoch_closed(struct window *w, const struct event *e);
void epoch_describe(const struct window *w, char *text, size_t room);

/* pair.c */
struct pair *pair_get(struct check *c, struct window *w, int32_t index);
int pair_started(const struct window *w, int32_t index); /* in the open MPI_Win_start's group */
void pair_start(struct check *c, struct window *w, int32_t index, const struct site *s);
void pair_unstart(struct check *c, struct window *w, int32_t index);
void pair_posted(struct check *c, struct window *w, int32_t index, const struct site *s);
void pair_update(struct check *c, struct window *w, int32_t index, const struct site *s);
int pair_settled(const struct pair *p);
void pair_finalize(struct check *c, struct window *w);
void pair_free(struct window *w);

/* op.c, data.c, request.c, argument.c */
void argument_feed(struct check *c, const struct event *e);
void op_feed(struct check *c, struct window *w, const struct event *e);
void data_check(struct check *c, struct window *w, const struct event *e);
void request_feed(struct check *c, const struct event *e);
void request_add(struct check *c, const struct event *e, const struct site *s);

/* claim.c: building and giving out findings */
struct finding claim(enum slug slug, const struct window *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void claim_site(struct finding *f, const struct window *w, const struct site *s,
                const char *role);
void claim_memory(struct finding *f, const struct window *w, int32_t index, int64_t lo,
                  int64_t hi);
void claim_out(struct check *c, const struct finding *f);

#endif
