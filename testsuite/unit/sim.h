/* sim.h: simulated ranks for tests of the checker.
 *
 * A test reads like a small MPI program: sim_fence(s, 0, w, 0) is MPI_Win_fence of rank 0.
 * Every call feeds two events, before and after, to its rank's `struct check`, and returns its
 * site (a number from 1), so that a test says what it expects beside the call:
 *
 *   sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
 *
 * What ranks tell each other goes through the codec and is queued for each pair of ranks.
 * sim_run runs a test in every order of delivery: at once, all of it in MPI_Finalize, and at
 * random moments (also between the two events of a call). The findings must be the expected
 * ones: each expected one at least once, no other. Targets and groups are indices in the
 * window's group. */
#ifndef FENCEPOST_SIM_H
#define FENCEPOST_SIM_H

#include "include/call.h"
#include "include/check.h"

#define SIM_RANKS 8

struct sim;

struct sim_window {  /* 0 means: the value in brackets */
  int flavor, model; /* [create, unified] */
  uint32_t info;
  int count;               /* of members; [all ranks] */
  int member[SIM_RANKS];   /* world ranks by index */
  int64_t size[SIM_RANKS]; /* [1024; 0 if dynamic]; -1: 0 bytes */
  int32_t unit[SIM_RANKS]; /* [1] */
};

#define SIM_GROUP(...)                                                                         \
  ((struct event_group){.count = sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t),           \
                        .index = (int32_t[]){__VA_ARGS__}})

/* A test: `ranks` ranks run `test`. One line of TAP. */
void sim_run(const char *name, int ranks, void (*test)(struct sim *s));
#define SIM_RUN(ranks, test) sim_run(#test, ranks, test)
void sim_ok(int ok, const char *name); /* a line of TAP for anything else */
void sim_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
int sim_done(void); /* the plan; exit status */

void sim_expect(struct sim *s, enum slug slug, int site);
/* The finding's second location, too. */
void sim_expect_two(struct sim *s, enum slug slug, int site, int other);
/* The finding at `site` says this of what would order its two accesses. */
void sim_expect_ordering(struct sim *s, enum slug slug, int site, int other, const char *text);
/* This test is about races: without it they are not looked at. */
void sim_races(struct sim *s);
/* Expected by some orders of delivery only. */
void sim_allow(struct sim *s, enum slug slug, int site);
void sim_times(struct sim *s, enum slug slug, int times); /* in the end, exactly */
int sim_count(const struct sim *s, enum slug slug);       /* findings so far */
void sim_deliver(struct sim *s);   /* everything that is on its way, now */
int sim_sent(const struct sim *s); /* messages so far */
struct check *sim_check(struct sim *s, int rank);

/* The next call fails: the event after it says so. */
void sim_fails(struct sim *s);
/* Any call at all: both events, or one of them. */
int sim_call(struct sim *s, struct event *e);
void sim_enter(struct sim *s, struct event *e);
void sim_leave(struct sim *s, struct event *e);
/* Of the call that events.def names, or of another one. */
struct event sim_event(int kind, int rank, uint64_t win);
struct event sim_event_of(int kind, int call, int rank, uint64_t win);

uint64_t sim_create(struct sim *s,
                    const struct sim_window *w); /* collective; NULL: as default */
int sim_site(const struct sim *s);               /* the last call's */
void sim_free(struct sim *s, uint64_t win);      /* collective */
int sim_free_one(struct sim *s, int rank, uint64_t win);
void sim_finalize(struct sim *s); /* collective; sim_run does it if the test did not */
int sim_finalize_one(struct sim *s, int rank);
int sim_fence(struct sim *s, int rank, uint64_t win, unsigned assertion);
void sim_fence_all(struct sim *s, uint64_t win, unsigned assertion); /* by every rank */
int sim_post(struct sim *s, int rank, uint64_t win, struct event_group g, unsigned assertion);
int sim_start(struct sim *s, int rank, uint64_t win, struct event_group g, unsigned assertion);
int sim_complete(struct sim *s, int rank, uint64_t win);
int sim_wait(struct sim *s, int rank, uint64_t win);
int sim_test(struct sim *s, int rank, uint64_t win, int flag);
int sim_lock(struct sim *s, int rank, uint64_t win, int target);
int sim_lock_all(struct sim *s, int rank, uint64_t win);
int sim_unlock(struct sim *s, int rank, uint64_t win, int target);
int sim_unlock_all(struct sim *s, int rank, uint64_t win);
int sim_flush(struct sim *s, int rank, uint64_t win, int target); /* -1: flush_all */
int sim_sync(struct sim *s, int rank, uint64_t win);
int sim_put(struct sim *s, int rank, uint64_t win, int target, int64_t disp, int64_t size);
int sim_get(struct sim *s, int rank, uint64_t win, int target, int64_t disp, int64_t size);
int sim_acc(struct sim *s, int rank, uint64_t win, int target, int64_t disp, int64_t size);
int sim_rput(struct sim *s, int rank, uint64_t win, int target, uint64_t request);
int sim_op(struct sim *s, int rank, uint64_t win, int target, const struct event_op *o);
int sim_request(struct sim *s, int rank, int kind, uint64_t request);
/* Where `rank` has the memory of a member of a shared window. */
uint64_t sim_shared(int rank, int member);
/* A load or store of `rank`, or of an MPI call if there is a request. */
int sim_load(struct sim *s, int rank, uint64_t address, int64_t size);
int sim_store(struct sim *s, int rank, uint64_t address, int64_t size);
int sim_access(struct sim *s, int rank, int store, uint64_t address, int64_t size,
               uint64_t request);
/* A message of `from` that `to` receives. */
void sim_message(struct sim *s, int from, int to);
int sim_attach(struct sim *s, int rank, uint64_t win, uint64_t base, int64_t size);
int sim_freed(struct sim *s, int rank, uint64_t base, int64_t size);
int sim_detach(struct sim *s, int rank, uint64_t win, uint64_t base);

/* `count` items of a basic type at `address`, as the interposition describes them. */
struct event_data sim_data(uint64_t address, int64_t count, int64_t size, int basic);
/* Bytes the process has allocated. */
size_t sim_memory(void);
double sim_seconds(void);

#endif
