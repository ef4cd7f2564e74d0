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
#include "history.h"

struct check;

/* Why accesses that the program itself makes to some bytes matter. */
enum watch {
  /* MPI reads this buffer until an operation is complete, so the program must not store to
   * it. */
  WATCH_READ,
  WATCH_WRITTEN, /* MPI writes this buffer, so the program must not load from it either */
  WATCH_WINDOW
};

struct check_output {
  void *context;
  void (*finding)(void *context, const struct finding *f);
  /* Sends the event to another rank, whose checker is to be fed it. May be NULL (replay). */
  void (*send)(void *context, int rank, const struct event *e);
  /* The first says that accesses by the program to these bytes (addresses) matter from now on;
   * the second that somewhere they no longer do. Both may be NULL. */
  void (*watch)(void *context, const struct event_run *run, enum watch what);
  void (*unwatch)(void *context, int window);
  /* Tells that an operation has accessed these bytes (addresses) of a window's memory in this
   * process. `update`: it may have written them. May be NULL. */
  void (*touched)(void *context, const struct event_run *run, int update);
  /* Tells what happened to a window: when it is freed, at EVENT_FINALIZE, and by check_history.
   * May be NULL, then nothing is noted for it. */
  void (*history)(void *context, const struct history *h);
  /* Tells the single epochs and times that a history sums up. May be NULL; needs `history`. */
  void (*span)(void *context, const struct history_span *s);
};

/* This is rank `rank` of `size` in the world. `concurrent`: several threads may call MPI at
 * once, so the ranks need not agree on the order of their collective calls. */
struct check *check_new(int rank, int size, int concurrent, const struct check_output *out);
void check_free(struct check *c);
void check_feed(struct check *c, const struct event *e);
int check_failed(const struct check *c);

/* Some calls can be judged only after a message of another rank has come, which that rank sent
 * earlier. Returns the world rank whose message must be fed before `e` (an EVENT_ACQUIRE, or
 * the LEAVE of a call that waits for other ranks), -1 if there is none. The rank sent it before
 * it let the call return, so the caller may wait for it. */
int32_t check_lacks(struct check *c, const struct event *e);
/* Says what would follow from an EVENT_GREQ of step GREQ_WAIT, without feeding it.
 * GREQ_MATTERS: there is something to report, so the caller feeds it. GREQ_HANGS: the call ends
 * only if another thread calls MPI_Grequest_complete; if there is no such thread, the caller
 * feeds GREQ_STUCK. */
enum greq_wait { GREQ_FINE, GREQ_MATTERS, GREQ_HANGS };
enum greq_wait check_greq_wait(struct check *c, const struct event *e);
/* Returns whether the handle is, or was last, that of a generalized request. */
int check_greq_known(const struct check *c, uint64_t handle);
/* Returns whether an access to these addresses may matter. It is cheap, and may say yes where
 * the exact answer is no. */
int check_watches(struct check *c, int64_t lo, int64_t hi);
/* Calls `each` for all bytes at which accesses of the program matter now: the buffers of
 * pending operations and of nonblocking calls, or the memory of windows. */
void check_watched(struct check *c, int window, void *context,
                   void (*each)(void *context, const struct event_run *run, enum watch what));
/* Tells the range in which all buffers in use lie, and those that some thread may take for
 * such; INT64_MAX to INT64_MIN if there is none. Returns how often bytes were added since the
 * beginning. */
uint64_t check_in_use(const struct check *c, int64_t *lo, int64_t *hi);
/* Lists bytes among which all of those in use are; returns how many entries it has, or -1 if
 * there are more than `most`. */
struct used_bytes {
  int64_t lo, hi;
};
int check_in_use_list(const struct check *c, struct used_bytes *list, int most);
/* Returns whether these bytes were a buffer, or accessed by the program where buffers are in
 * use, and some thread of this process may not know that this is over. */
int check_past(const struct check *c, int64_t lo, int64_t hi);
int check_past_buffers(const struct check *c); /* whether there is such a buffer anywhere */
/* Returns what MPI may do to these bytes until some operation is complete, as bits
 * 1 << WATCH_READ and 1 << WATCH_WRITTEN, and WATCH_WINDOW if window memory is among them. */
unsigned check_uses(struct check *c, int64_t lo, int64_t hi);
/* Some accesses can be ordered only by operations on shared variables (locks and flags that
 * programs build by hand). Every rank calls this before EVENT_FINALIZE: it sends what others
 * need to judge these accesses, and its messages must have come when EVENT_FINALIZE is fed.
 * `suspects`: check_suspects says that some rank has such accesses. */
void check_settle(struct check *c, int suspects);
int check_suspects(const struct check *c);
/* Returns event.seq of the operation that stands for that one, which was made last, when its
 * target is told: of the one itself, or of one with the bytes right before. 0: its value is not
 * told. Who asks will tell it (EVENT_VALUE). */
uint64_t check_row(struct check *c, uint64_t seq);
/* Sends messages that were kept back because more of their kind might follow. Called before the
 * ranks agree that nothing is left to feed. */
void check_push(struct check *c);
/* How many calls all ranks of the world have entered so far. */
uint64_t check_generation(const struct check *c);
/* Lines that make the same operation again and again, with other addresses at most, need no
 * event for each. The first returns a mark for the operation with event.seq == seq, which was
 * fed last; 0 if there is none. The mark is good until something else is fed that may change
 * what is allowed. The second then stands for that operation at another displacement, with its
 * buffer at another address; `seq` is its number. The third tells whether MPI_Win_flush of its
 * target is allowed without being fed, the fourth that this call has succeeded; `when`: as
 * event_value.when. They return 0, with nothing changed, if the event must be fed. */
uint64_t check_mark(const struct check *c, uint64_t seq);
int check_again(struct check *c, uint64_t mark, uint64_t seq, int64_t disp, int64_t origin);
int check_locked(const struct check *c, uint64_t mark);
int check_flushed(struct check *c, uint64_t mark, uint64_t when);
/* Returns whether MPI_Win_flush_all (`locally`: MPI_Win_flush_local_all) has nothing to
 * complete now and needs not be fed: then it is so until the process makes an operation, or
 * calls something other than these two, on the window. */
int check_all_complete(const struct check *c, uint64_t win, int locally);
/* Returns whether the reduction operation (enum reduce) is defined for the predefined datatype
 * (enum basic), or that cannot be told: section 5.9.2. */
int check_reduces(unsigned reduce, unsigned basic);
/* The same for MPI_Compare_and_swap: section 11.3.4. */
int check_compares(unsigned basic);
/* Returns whether data of the two predefined datatypes, with elements of these sizes (0: not
 * known), are of one class, such as integers of 4 bytes, or that cannot be told. */
int check_alike(unsigned basic, unsigned size, unsigned other, unsigned other_size);
/* Returns whether data of the predefined datatype may stand for such of another size: bytes,
 * pairs, or that cannot be told. */
int check_vague(unsigned basic);
/* Bounds memory: past accesses are forgotten when they take more than this many bytes. */
void check_limit(struct check *c, uint64_t bytes);
/* Bounds the rows of a window's history: at most so many of epochs and of copies each; 0: none
 * is kept. */
void check_detail(struct check *c, unsigned rows);
/* Tells the history of all windows so far. */
void check_history(struct check *c);
/* Sets the memory model by which all windows are judged; 0: each window has its own. */
void check_model(struct check *c, enum model model);
/* Tells the checker that processes may order accesses to shared memory by atomic operations or
 * polling that were not seen. Such accesses are then not compared with each other. */
int check_hidden(const struct check *c);
/* Returns how often this process has learned something from another one. */
uint64_t check_learned(const struct check *c);
/* Returns how many messages of the rank under the key, or how many calls, came without a
 * release, because the rank was dormant. */
uint64_t check_unreleased(struct check *c, int32_t rank, uint64_t key);
/* Returns whether this process can access other members' memory of a shared window. */
int check_shared(const struct check *c);
/* Returns whether a shared window has memory in this process between `lo` and `hi`. */
int check_shares(const struct check *c, int64_t lo, int64_t hi);
/* Numbers of accesses and conflicts that were left out so far. */
struct check_gaps {
  /* Accesses that were forgotten although a later one might conflict with them. */
  uint64_t lost;
  uint64_t inexact; /* accesses that were not compared with others because their datatypes have
                       too many blocks */
  /* Possible conflicts that are not reported because some atomic operations were not kept. */
  uint64_t doubted;
};
struct check_gaps check_gaps(const struct check *c);

/* What a rank waits for, and how far it has come with each other rank, for reports of hangs. */
struct check_peer {
  int32_t rank;
  uint64_t posts, starts, completes,
      waits; /* own calls that name this peer; of MPI_Win_wait only those that have ended */
};
/* Locks known to be granted. A library may return from MPI_Win_lock before it has the lock;
 * that operations under the lock were completed proves it. */
enum { CHECK_EXCLUSIVE = 1, CHECK_GRANTED = 2, CHECK_NOCHECK = 4 };
struct check_window {
  uint64_t id;
  uint8_t flavor, model;
  const char *access,
      *exposure; /* "none", "fence", "start", "lock", "lock_all"; "none", "post" */
  struct site access_site, exposure_site;
  uint64_t fences;
  int32_t targets, origins, peers; /* lengths of: */
  /* World ranks of the open access epoch: the locked or started ones; under MPI_Win_lock_all
   * those that there were operations on. */
  const int32_t *target;
  const uint8_t *lock;   /* for each of them CHECK_EXCLUSIVE, CHECK_GRANTED, CHECK_NOCHECK */
  const int32_t *origin; /* world ranks of the open exposure epoch */
  const struct check_peer *peer;
};
/* Calls `each` for every window on which this rank has had an epoch or an operation. */
void check_windows(struct check *c, void *context,
                   void (*each)(void *context, const struct check_window *w));
/* The first returns how many processes the group of a window has, 0 if that is unknown. The
 * second returns the world rank of one by its index, -1 if it belongs to another world or does
 * not exist. */
int check_members(const struct check *c, uint64_t win);
int32_t check_member(const struct check *c, uint64_t win, int32_t index);

#endif
