/* sim.h: simulated ranks for tests of the checker.
 *
 * A test reads like a small MPI program: sim_fence(s, 0, w, 0) is MPI_Win_fence of rank 0.
 * Every call feeds two events, before and after, to its rank's `struct check`, and returns its
 * site (a number from 1), so that a test says what it expects beside the call:
 *
 *   sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
 *
 * What the checkers of two ranks tell each other goes through the codec and a queue. sim_run
 * runs a test several times: messages are delivered at once, or all in MPI_Finalize, or at
 * random moments (also between the two events of a call), and operations like the one before
 * are told in short or not. Each expected finding must come at
 * least once, and no other. Targets and groups are indices in the window's group. */
#ifndef FENCEPOST_SIM_H
#define FENCEPOST_SIM_H

#include "include/call.h"
#include "include/check.h"

#define SIM_RANKS 8
#define SIM_THREADS 2000

struct sim;

struct sim_window {  /* a member that is 0 has the value in brackets */
  int flavor, model; /* [create, unified] */
  uint32_t info;
  int count;               /* number of members; [all ranks] */
  int member[SIM_RANKS];   /* world ranks by index */
  int64_t size[SIM_RANKS]; /* [1024; 0 if dynamic]; -1: 0 bytes */
  int32_t unit[SIM_RANKS]; /* [1] */
};

#define SIM_GROUP(...)                                                                         \
  ((struct event_group){.count = sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t),           \
                        .index = (int32_t[]){__VA_ARGS__}})

/* Runs `test` with so many ranks and prints one line of TAP. */
void sim_run(const char *name, int ranks, void (*test)(struct sim *s));
#define SIM_RUN(ranks, test) sim_run(#test, ranks, test)
void sim_ok(int ok, const char *name); /* prints a line of TAP for anything else */
void sim_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
int sim_done(void); /* prints TAP's plan; returns the exit status */

void sim_expect(struct sim *s, enum slug slug, int site);
/* The finding's second location must be `other`. */
void sim_expect_two(struct sim *s, enum slug slug, int site, int other);
/* The finding must say this about what would order its two accesses. */
void sim_expect_ordering(struct sim *s, enum slug slug, int site, int other, const char *text);
/* Findings of races count in this test. Without this call they are ignored. */
void sim_races(struct sim *s);
/* The finding may come; it depends on the order of delivery. */
void sim_allow(struct sim *s, enum slug slug, int site);
void sim_times(struct sim *s, enum slug slug, int times); /* so many in the end, exactly */
int sim_count(const struct sim *s, enum slug slug);       /* number of findings so far */
void sim_deliver(struct sim *s);   /* delivers all messages that are on their way */
int sim_sent(const struct sim *s); /* number of messages so far */
struct check *sim_check(struct sim *s, int rank);

/* The next call fails, which the event after it says. */
void sim_fails(struct sim *s);
/* Feed any call: both of its events, or one of them. */
int sim_call(struct sim *s, struct event *e);
void sim_enter(struct sim *s, struct event *e);
void sim_leave(struct sim *s, struct event *e);
/* Make an event of the call that events.def names, or of another one. */
struct event sim_event(int kind, int rank, uint64_t win);
struct event sim_event_of(int kind, int call, int rank, uint64_t win);

uint64_t sim_create(struct sim *s,
                    const struct sim_window *w); /* collective; NULL: all values in brackets */
int sim_site(const struct sim *s);               /* the site of the last call */
void sim_free(struct sim *s, uint64_t win);      /* collective */
int sim_free_one(struct sim *s, int rank, uint64_t win);
void sim_finalize(struct sim *s); /* collective; sim_run calls it if the test did not */
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
/* Returns the address at which `rank` sees the memory of a member of a shared window. */
uint64_t sim_shared(int rank, int member);
/* A load or store by `rank`; with a request: by an MPI call. */
int sim_load(struct sim *s, int rank, uint64_t address, int64_t size);
int sim_store(struct sim *s, int rank, uint64_t address, int64_t size);
int sim_access(struct sim *s, int rank, int store, uint64_t address, int64_t size,
               uint64_t request);
/* `from` sends a message that `to` receives. */
void sim_message(struct sim *s, int from, int to);
/* Threads may call MPI at the same time; before anything else. */
void sim_concurrent(struct sim *s);
/* The next calls of the rank are made by this thread, from 0. */
void sim_thread(struct sim *s, int rank, int thread);
/* The thread begins to be told apart, and knows what thread `by` has done; it learns what
 * `from` has done; it has ended. */
void sim_begins(struct sim *s, int rank, int thread, int by);
void sim_learns(struct sim *s, int rank, int thread, int from);
/* The same, and there is no thread that was not told. */
void sim_learns_all(struct sim *s, int rank, int thread, int from);
void sim_ends(struct sim *s, int rank, int thread);
/* Rank 0 has a second thread, 1, and accesses are compared. */
void sim_two_threads(struct sim *s);
/* Memory of the process's own, outside windows. */
#define SIM_BUFFER 0x9000000
/* That thread receives 8 bytes there, and waits for them; returns the site of the receive. */
int sim_received(struct sim *s, uint64_t request);
int sim_attach(struct sim *s, int rank, uint64_t win, uint64_t base, int64_t size);
int sim_freed(struct sim *s, int rank, uint64_t base, int64_t size);
int sim_detach(struct sim *s, int rank, uint64_t win, uint64_t base);

/* Describes `count` items of a basic type at `address`, as interpose/ does. */
struct event_data sim_data(uint64_t address, int64_t count, int64_t size, int basic);
/* Returns how many bytes the process has allocated. */
size_t sim_memory(void);
double sim_seconds(void);

#endif
