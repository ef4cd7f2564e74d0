/* access.h: accesses to this rank's memory, and what orders them.
 *
 * An access is a load or store of this process (or one of its MPI calls), or an RMA operation
 * of any process on a window of this rank. It lasts from its start to its end. At its start its
 * rank knew the clock `start` and had event number `start_time`. An operation touches the
 * window only after this rank exposed the window to it (sections 11.5.1 and 11.5.2): `exposed`
 * is what this rank knew at that moment. The access is over when rank `end_rank` has come to
 * its event `end_time`, wherever that is known: at the origin for flush, unlock and fence, at
 * this rank for MPI_Win_wait. When several threads complete an operation, that is what the
 * first of them has done. The others are among the endings of its pair: an operation is over
 * also for those who know of one of these. So it is with calls that may have completed it,
 * where a handle stands for several operations.
 *
 * Accesses that are over and touch window memory are kept in trees by address (`struct shelf`)
 * until nothing that may still come can be concurrent with them. Each pair is looked at once,
 * when the later of the two has arrived and is over. */
#ifndef FENCEPOST_ACCESS_H
#define FENCEPOST_ACCESS_H

#include <bsd/sys/tree.h>
#include "clock.h"
#include "state.h"

#define NEVER UINT64_MAX

#define HOLDS EVENT_HOLDS
struct hold {
  uint64_t win, since; /* number of the call that locked */
  int32_t index;       /* of the locked process in the window's group */
  int32_t exclusive;
};

struct access {
  RB_ENTRY(access) node;
  int64_t lo, hi;   /* bounds of the bytes, as addresses */
  int64_t reach;    /* largest hi in the subtree of this access */
  uint64_t threads; /* those that ended the accesses of the subtree, as bits (shelf.c) */
  uint64_t lines;   /* those of the subtree, as bits, also of some accesses that were removed */
  uint64_t age;     /* serial number in which it came to the shelves */
  int64_t size;     /* as allocated, for the bound on memory */
  struct event_run one, *run; /* run: &one or an array of its own */
  int32_t runs;
  uint8_t line;    /* its bit in `lines`: see struct access_lines */
  uint8_t local;   /* made by this process (load, store, buffer) or by a peer through shared
                      memory; otherwise it is an RMA operation */
  uint8_t buffer;  /* local: a buffer of an operation or of a nonblocking call */
  uint8_t program; /* local: PROGRAM_* (event.h) */
  uint8_t update;
  uint8_t tainted; /* it may depend on a value that was read before it started: see atomic.c */
  uint8_t fetched, unattached; /* event_op.fetched of an operation; its memory was not attached,
                                  and a finding says so */
  uint8_t valued;              /* a put or get whose value is told (atomic.c) */
  uint8_t locked;              /* local: some lock in `hold` is of MPI_Win_lock */
  uint8_t stored;              /* a buffer: an update to it during its use is known */
  uint8_t gone; /* a buffer whose memory was freed; it is no longer on the shelf of buffers in
                   use */
  uint8_t argument; /* a buffer: which argument of its call it is, from 1; 0 = unknown */
  uint8_t placed;   /* lo, hi and runs are addresses by now; before that they are offsets in the
                       window */
  uint8_t op, reduce;
  uint16_t basic, element;
  uint8_t whole; /* every block begins a whole number of elements after lo; set when the access
                    is placed */
  uint8_t epoch; /* enum access_epoch, of an operation */
  uint8_t exclusive, nocheck; /* its lock */
  uint8_t unopened;           /* it may come before its lock (OP_UNOPENED) */
  uint8_t doubtful;  /* a buffer that is over: which call has completed it is not certain */
  uint32_t number;   /* of the fence or of the MPI_Win_start that opened the epoch */
  uint32_t numbered; /* the epoch, as in its rank's history (history.h); 0 = not known */
  int32_t rank;
  struct site site;
  struct clock *start, *exposed;
  uint64_t start_time, exposed_time;
  uint64_t segment;    /* segment of the program, see event_access.segment */
  uint64_t first_time; /* start_time of the first access that this one stands for */
  uint64_t settled;    /* last event of its rank that others had heard of when it was over */
  uint64_t polled, covered; /* of an update: start_time of the first look that may have seen a
                               part of it, and of the first that may have seen all; 0 = none */
  /* Of an operation: event_op.when. Local: when the lock of its own memory that it is under was
   * granted, on the same clock; 0 = not known. Of several accesses: the first. */
  uint64_t when;
  uint64_t until;    /* of an operation: event_op.until of the last that it stands for */
  struct pair *pair; /* the pair whose last operation on the shelf this may be */
  int32_t end_rank;
  uint64_t end_time;
  uint64_t win; /* an operation's; 0 */
  int holds;    /* of a local access: locks its process held from beginning to end */
  struct hold hold[HOLDS];
  uint64_t count; /* number of accesses that it stands for */
  uint64_t request;
  uint64_t last_seq; /* site.seq of the last access that it stands for */
  /* Its number at the ranks that own the shared memory; 0 = not in shared memory. */
  uint64_t shared;
  int32_t target; /* index of the target in the window, of an operation's buffer; of an
                     operation that of its origin */
  /* Neighbours in the list of the pair, as long as the operation is not over. */
  struct access *next, *prev;
  struct access *mate;  /* another buffer of the same request */
  struct access **head; /* head of that list */
};

/* event_op.epoch, and the two numbers in it. */
static inline uint64_t epoch_join(uint32_t number, uint32_t numbered) {
  return number | (uint64_t)(numbered - number) << 32;
}
static inline void access_epoch(struct access *a, const struct event_op *o) {
  a->epoch = o->epoch_kind;
  a->number = (uint32_t)o->epoch;
  a->numbered = (uint32_t)o->epoch + (uint32_t)(o->epoch >> 32);
}
struct access *access_new(struct check *c, const struct event_data *d, int64_t at);
void access_free(struct check *c, struct access *a);
/* The list of a pair; an access is in one list at most. */
void access_list_add(struct access **head, struct access *a);
void access_list_remove(struct access *a);
void access_place(const struct window *w, struct access *a); /* turns offsets into addresses */
/* Whether some byte of one run is one of the other; `lo`, `hi`: the first such bytes found. */
int run_meets(const struct event_run *a, const struct event_run *b, int64_t *lo, int64_t *hi);
int access_meets(const struct access *a, const struct access *b, int64_t *lo, int64_t *hi);
/* Returns whether no element of one access begins inside an element of the other. */
int access_aligned(const struct access *a, const struct access *b);
/* The same for `a` and every access that begins at the place of `b`, with its type and
 * `whole`. */
int access_aligned_always(const struct access *a, const struct access *b);
int access_touches(const struct access *a, int64_t lo, int64_t hi);
/* Returns where the last block of the run ends. */
static inline int64_t run_hi(const struct event_run *r) {
  return r->lo + (r->count > 1 ? (r->count - 1) * r->stride : 0) + r->length;
}
int access_same(const struct access *a, const struct access *b); /* exactly the same bytes */
/* Returns whether both have the same known line and the same locks. */
int access_same_line(const struct access *a, const struct access *b);
int access_knows(const struct check *c, const struct access *a, int32_t rank, uint64_t time);
int access_before(const struct check *c, const struct access *a, const struct access *b);
/* The same by `end_time` alone: then it is true also for what the same thread ended earlier. */
int access_before_by_end(const struct check *c, const struct access *a, const struct access *b);
/* Whether the thread of this process that knew that clock at its event `time` knew that the
 * access is over. */
int access_over(const struct check *c, const struct access *a, const struct clock *clock,
                uint64_t time);
/* Takes over the reference to the ending's clock. */
void ending_add(struct check *c, struct endings **all, struct ending e);
void endings_free(struct endings *all);
int access_joins(const struct access *into, const struct access *a, struct event_run *joined);
/* If the two differ in nothing that matters, `into` takes over what `a` stands for, and `a` is
 * freed. */
int access_absorb(struct check *c, struct access *into, struct access *a);
/* The access becomes `a`, which has the same bytes and line, and is freed. */
void access_renew(struct check *c, struct access *old, struct access *a);

#endif
