/* check.h: the checker, seen from outside. Pure: no MPI, no I/O, no globals, no clock. One
 * `struct check` is one rank's view; it is not thread-safe: callers hold a lock around it.
 *
 * Errors: functions that allocate set c's failure state when memory runs out and do nothing
 * from then on; check_failed tells. Cost: check_feed is O(1) but for group and window
 * arguments. */
#ifndef FENCEPOST_CHECK_H
#define FENCEPOST_CHECK_H

#include "event.h"
#include "finding.h"

struct check;

/* Why accesses of the program itself matter at some bytes. */
enum watch {
  WATCH_READ,    /* a buffer that MPI reads until an operation is complete: stores do */
  WATCH_WRITTEN, /* one that it writes: loads, too */
  WATCH_WINDOW
};

struct check_output {
  void *context;
  void (*finding)(void *context, const struct finding *f);
  /* Another rank should be fed this event. May be NULL (replay). */
  void (*send)(void *context, int rank, const struct event *e);
  /* Accesses of the program itself matter from now on at these bytes (addresses); somewhere
   * they have ceased to matter. Both may be NULL. */
  void (*watch)(void *context, const struct event_run *run, enum watch what);
  void (*unwatch)(void *context, int window);
  /* An operation has accessed these bytes (addresses) of a window's memory here; `update`: it
   * may have written them. May be NULL. */
  void (*touched)(void *context, const struct event_run *run, int update);
};

/* `rank` of `size` in the world. `concurrent`: several threads may call MPI at once, so that
 * the ranks need not agree on the order of their collective calls. */
struct check *check_new(int rank, int size, int concurrent, const struct check_output *out);
void check_free(struct check *c);
void check_feed(struct check *c, const struct event *e);
int check_failed(const struct check *c);

/* Some calls can be judged only when what other ranks sent before has come. The world rank
 * whose message must be fed before `e` (an EVENT_ACQUIRE, or the LEAVE of a call that waits for
 * other ranks); -1: none. It was sent before the rank let the call return, so it can be waited
 * for. */
int32_t check_lacks(struct check *c, const struct event *e);
/* What an EVENT_GREQ of step GREQ_WAIT, which is not fed, would come to. GREQ_MATTERS: it has
 * something to report: feed it. GREQ_HANGS: the call ends only if another thread calls
 * MPI_Grequest_complete; where there is none, feed it as GREQ_STUCK. */
enum greq_wait { GREQ_FINE, GREQ_MATTERS, GREQ_HANGS };
enum greq_wait check_greq_wait(struct check *c, const struct event *e);
/* Whether the handle is that of a generalized request, or was last. */
int check_greq_known(const struct check *c, uint64_t handle);
/* Whether somebody may have an interest in an access to these addresses: a superset, cheap. */
int check_watches(struct check *c, int64_t lo, int64_t hi);
/* All bytes at which accesses of the program matter now: of pending operations and of
 * nonblocking calls, or of windows. */
void check_watched(struct check *c, int window, void *context,
                   void (*each)(void *context, const struct event_run *run, enum watch what));
/* What MPI may do to these bytes until some operation is complete: bits 1 << WATCH_READ and
 * 1 << WATCH_WRITTEN; WATCH_WINDOW if there is window memory among them. */
/* Where all buffers in use lie; from INT64_MAX to INT64_MIN if there is none. */
void check_in_use(const struct check *c, int64_t *lo, int64_t *hi);
unsigned check_uses(struct check *c, int64_t lo, int64_t hi);
/* Before EVENT_FINALIZE, on every rank: sends what it takes to judge accesses that only
 * operations on shared variables (locks and flags built by hand) could order. Its messages must
 * have come when EVENT_FINALIZE is fed. `suspects`: whether some rank has such accesses:
 * check_suspects. */
void check_settle(struct check *c, int suspects);
int check_suspects(const struct check *c);
/* Sends what is kept back because more of its kind may follow: before the ranks agree that
 * nothing is left to feed. */
void check_push(struct check *c);
/* Bounds memory: what is kept of past accesses is cut at this many bytes. */
void check_limit(struct check *c, uint64_t bytes);
/* The memory model that decides for all windows; 0: each its own. */
void check_model(struct check *c, enum model model);
/* Whether processes may order accesses to shared memory by atomic operations or polling that
 * were not seen: these accesses are then not compared with each other. */
int check_hidden(const struct check *c);
/* How often this process has learned something from another one. */
uint64_t check_learned(const struct check *c);
/* How many messages of the rank under the key, or calls, had no release: it was dormant. */
uint64_t check_unreleased(struct check *c, int32_t rank, uint64_t key);
/* Whether this process has other members' memory of a shared window. */
int check_shared(const struct check *c);
/* Whether a shared window has memory here from `lo` to `hi`. */
int check_shares(const struct check *c, int64_t lo, int64_t hi);
/* What was left out so far, by number. */
struct check_gaps {
  uint64_t lost; /* accesses forgotten although something might still conflict with them */
  uint64_t
      inexact; /* accesses not compared with others: their datatypes have too many blocks */
  uint64_t doubted; /* possible conflicts not reported: some atomic operations were not kept */
};
struct check_gaps check_gaps(const struct check *c);

/* What a rank waits for and how far each pair has come, for hang reports. */
struct check_peer {
  int32_t rank;
  uint64_t posts, starts, completes,
      waits; /* own calls that name this peer; waits: ended ones */
};
/* Granted: a library may let MPI_Win_lock return before; then operations were completed. */
enum { CHECK_EXCLUSIVE = 1, CHECK_GRANTED = 2, CHECK_NOCHECK = 4 };
struct check_window {
  uint64_t id;
  uint8_t flavor, model;
  const char *access,
      *exposure; /* "none", "fence", "start", "lock", "lock_all"; "none", "post" */
  struct site access_site, exposure_site;
  uint64_t fences;
  int32_t targets, origins, peers; /* lengths of: */
  const int32_t *target;           /* world ranks of the open access epoch (locked, started; of
                                      MPI_Win_lock_all those there were operations on) */
  const uint8_t *lock;             /* of each: CHECK_EXCLUSIVE, CHECK_GRANTED, CHECK_NOCHECK */
  const int32_t *origin;           /* world ranks of the open exposure epoch */
  const struct check_peer *peer;
};
/* Calls `each` for every window on which this rank has had an epoch or an operation. */
void check_windows(struct check *c, void *context,
                   void (*each)(void *context, const struct check_window *w));
/* The number of processes in the group of a window, 0 if it is unknown; and the world rank of
 * one by index, -1 if it is of another world or there is none. */
int check_members(const struct check *c, uint64_t win);
int32_t check_member(const struct check *c, uint64_t win, int32_t index);

#endif
