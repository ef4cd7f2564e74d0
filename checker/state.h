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

/* A call that was reported and may have failed in the library, though the program goes on as if
 * it had not (or the other way round), is `extra`: what closes it later is no second mistake. */
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
  int updates;      /* starts only: the puts and accumulates under it, one for each call stack */
  struct site update[UPDATES];
};
struct halves {
  struct half *at;
  int count, room;
};

struct span {
  int64_t lo, hi;
};
struct spans { /* sorted, disjoint, not adjacent */
  struct span *at;
  int count, room;
};

struct pair {
  int32_t index; /* of the peer in the window's group; the key */
  int32_t rank;  /* its world rank */
  uint64_t posts, starts, completes, waits;
  struct halves peer_posts, own_starts; /* unmatched; at most one of the two is not empty */
  struct half post; /* what the start of the open access epoch matched */
  int matched;
  int64_t noted_fence; /* fence epoch of which the peer was told, */
  int noted;           /* and the call stacks of the updates it was told of */
  uint32_t noted_stack[UPDATES];
  struct spans told;   /* dynamic windows: addresses whose access the peer was told of */
  UT_hash_handle hh;
};

/* Fences of which a rank still knows assertion and call; older ones are forgotten. */
#define FENCE_LOG 64
struct fence {
  int64_t number; /* from 1 */
  struct site site;
};
struct fences {
  struct fence *at;
  int count, room;
};

struct notice { /* an update that a peer made in a fence epoch we have not reached */
  int64_t epoch;
  struct site site;
};

struct window {
  uint64_t id;
  uint8_t flavor, model;
  uint8_t freed; /* kept only for halves that may still match */
  uint8_t used;  /* an epoch or an operation was seen */
  uint32_t info;
  uint64_t base;
  struct site created;
  int32_t me, count;
  struct event_member *members;

  enum access access;
  struct site access_site; /* of Start, Lock_all, the first Lock */
  struct lock *locks;
  int starting;     /* MPI_Win_start was called and has not returned */
  int32_t *started; /* indices */
  int32_t started_count;
  int extra_starts, extra_posts, extra_lock_alls; /* see struct lock */
  int wrong_lock; /* the lock call under way was reported */

  int posted; /* an exposure epoch of Post is open */
  struct site post_site;
  int32_t *origins; /* indices */
  int32_t origin_count;
  int tested; /* the last exposure epoch was ended by MPI_Win_test */
  struct site test_site;

  int64_t fence_count;
  int fence_open;   /* a fence without NOSUCCEED came last: operations may follow */
  int64_t fence_ops; /* issued since */
  struct site fence_op; /* the first of them */
  struct fence log[FENCE_LOG];
  struct fences left, own; /* NOPRECEDE/NOSUCCEED fences of the left neighbour, and own ones,
                              that wait for the other's */
  struct notice *notices;
  int notice_count, notice_room;

  int closed_by_set;
  struct site closed_by; /* the call that ended the last access epoch */

  struct event_region *regions;
  int region_count, region_room;
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
  int rank;
  int failed;
  struct check_output out;
  struct window *windows;
  struct request *requests;
};

/* check.c */
void *check_grow(struct check *c, void *array, int *room, int need, size_t item);
struct site site_of(const struct window *w, const struct event *e);

/* window.c */
struct window *window_find(const struct check *c, uint64_t id);
void window_create(struct check *c, const struct event *e);
void window_set_info(struct check *c, struct window *w, const struct event *e);
void window_free(struct check *c, struct window *w, const struct event *e);
void window_drop(struct check *c, struct window *w);
void window_finalize(struct check *c, const struct event *e);
void window_query(struct check *c, struct window *w, const struct event *e);
int32_t window_rank(const struct window *w, int32_t index); /* world rank or -1 */

/* region.c */
void region_attach(struct check *c, struct window *w, const struct event *e);
void region_detach(struct check *c, struct window *w, const struct event *e);
void region_check(struct check *c, struct window *w, const struct event *e);
void region_tell(struct check *c, struct window *w, const struct event *e);
int spans_hold(const struct spans *s, int64_t lo, int64_t hi);
int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi);

/* passive.c, active.c, fence.c */
void passive_feed(struct check *c, struct window *w, const struct event *e);
struct lock *passive_lock(const struct window *w, int32_t index); /* held or extra */
void active_feed(struct check *c, struct window *w, const struct event *e);
int active_started(const struct window *w, int32_t index);
void fence_feed(struct check *c, struct window *w, const struct event *e);
void fence_left(struct check *c, struct window *w, const struct event *e);
void fence_update(struct check *c, struct window *w, const struct event *e);
void fence_tell(struct check *c, struct window *w, const struct event *e);
void fence_finalize(struct check *c, struct window *w);
void epoch_assertion(struct check *c, struct window *w, const struct event *e, unsigned legal);
/* Reports an opener while another access epoch is open; returns whether it did. */
int epoch_overlap(struct check *c, struct window *w, const struct event *e);
void epoch_closed(struct window *w, const struct event *e);
void epoch_describe(const struct window *w, char *text, size_t room);

/* pair.c */
struct pair *pair_get(struct check *c, struct window *w, int32_t index);
void pair_start(struct check *c, struct window *w, int32_t index, const struct site *s);
void pair_unstart(struct check *c, struct window *w, int32_t index);
void pair_posted(struct check *c, struct window *w, int32_t index, const struct site *s);
void pair_update(struct check *c, struct window *w, int32_t index, const struct site *s);
int pair_settled(const struct pair *p);
void pair_finalize(struct check *c, struct window *w);
void pair_free(struct window *w);

/* op.c, data.c, request.c */
void op_feed(struct check *c, struct window *w, const struct event *e);
void data_check(struct check *c, struct window *w, const struct event *e);
void request_feed(struct check *c, const struct event *e);
void request_add(struct check *c, const struct event *e, const struct site *s);

/* claim.c: building and giving out findings */
struct finding claim(enum slug slug, const struct window *w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void claim_site(struct finding *f, const struct window *w, const struct site *s, const char *role);
void claim_memory(struct finding *f, const struct window *w, int32_t index, int64_t lo, int64_t hi);
void claim_out(struct check *c, const struct finding *f);

#endif
