/* access.h: accesses to this rank's memory, and what orders them.
 *
 * An access is a load or store of this process (or one of its MPI calls), or an RMA operation
 * of any process on a window of this rank. It lasts from its start to its end. What is known
 * when it starts: `start` and the number `start_time` of its own rank's event; of an operation
 * also what this rank knew when it exposed the window to it (`exposed`), since the operation
 * touches the window only after that (sections 11.5.1 and 11.5.2). It is over when rank
 * `end_rank` has come to its event `end_time`, wherever that is known: at the origin for flush,
 * unlock and fence, at this rank for MPI_Win_wait.
 *
 * Accesses that are over and touch window memory are kept in trees by address (`struct shelf`)
 * until nothing that may still come can be concurrent with them. Each pair is looked at once,
 * when the later of the two has come and is over. */
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

/* What conflicts are counted by. */
struct line {
  int32_t rank;
  uint32_t stack;
  uint16_t call, tainted;
};

#define LINES_MOST 4
struct access {
  RB_ENTRY(access) node;
  int64_t lo, hi; /* bounds of the bytes, as addresses */
  int64_t reach;  /* largest hi in the subtree */
  int lines;      /* that accesses in the subtree, or some before, were made at; */
  struct line line[LINES_MOST]; /* without use if there are more */
  uint64_t age;                 /* which one it is on the shelves */
  int64_t size;                 /* as allocated, for the bound on memory */
  struct event_run one, *run;   /* run: &one or an array of its own */
  int32_t runs;
  uint8_t local;  /* by this process's own loads, stores and buffers, or a peer's through shared
                     memory; else an RMA operation */
  uint8_t buffer; /* local: a buffer of an operation or of a nonblocking call */
  uint8_t program; /* local: PROGRAM_* (event.h) */
  uint8_t update;
  uint8_t tainted;             /* of what it starts from: see atomic.c */
  uint8_t fetched, unattached; /* an operation: event_op.fetched; its memory was not attached,
                                  which was reported */
  uint8_t stored;              /* a buffer: it is known of an update to it while it is in use */
  uint8_t gone;     /* a buffer: its memory is; it is not on the shelf of those in use */
  uint8_t argument; /* a buffer: which of its call, from 1; 0 = not known */
  uint8_t placed;   /* lo, hi and runs are addresses, not yet offsets in the window */
  uint8_t op, reduce;
  uint16_t basic, element;
  uint8_t whole; /* every block begins some elements from lo; known when it is placed */
  uint8_t epoch; /* enum access_epoch: of an operation */
  uint8_t exclusive, nocheck; /* its lock */
  uint64_t number;            /* of the fence or of the MPI_Win_start */
  int32_t rank;
  struct site site;
  struct clock *start, *exposed;
  uint64_t start_time, exposed_time;
  uint64_t segment;    /* of the program's: see event_access.segment */
  uint64_t first_time; /* start_time of the first that it stands for */
  uint64_t settled;    /* its rank's last event, when it was over, that others had heard of */
  uint64_t polled, covered; /* an update: start_time of the first look that may have seen some,
                               all of it; 0 */
  struct pair *pair;        /* on a shelf: whose last it may be */
  int32_t end_rank;
  uint64_t end_time;
  uint64_t win; /* an operation's; 0 */
  int holds;    /* a local access: locks its process held all the time */
  struct hold hold[HOLDS];
  uint64_t count; /* accesses it stands for */
  uint64_t request;
  uint64_t last_seq; /* site.seq of the last that it stands for */
  uint64_t shared;   /* its number at the ranks whose shared memory it is in; 0 = none */
  int32_t target;    /* a buffer of an operation: index of its target in the window */
  struct access *next, *prev; /* in a list of the pair, while it is not over */
  struct access *mate;        /* another buffer of the same request */
  struct access **head;       /* of the list it is in */
};

struct access *access_new(struct check *c, const struct event_data *d, int64_t at);
void access_free(struct check *c, struct access *a);
void access_place(const struct window *w, struct access *a); /* from offsets to addresses */
int access_meets(const struct access *a, const struct access *b, int64_t *lo, int64_t *hi);
/* No element of one begins within an element of the other. */
int access_aligned(const struct access *a, const struct access *b);
/* The same for `a` and all that begin where `b` does, of its type and as `whole`. */
int access_aligned_always(const struct access *a, const struct access *b);
int access_touches(const struct access *a, int64_t lo, int64_t hi);
int access_same(const struct access *a, const struct access *b); /* exactly the same bytes */
/* The same line, which is known, under the same locks. */
int access_same_line(const struct access *a, const struct access *b);
int access_knows(const struct check *c, const struct access *a, int32_t rank, uint64_t time);
int access_before(const struct check *c, const struct access *a, const struct access *b);
int access_joins(const struct access *into, const struct access *a, struct event_run *joined);
/* If the two differ in nothing that matters, `into` stands for both and `a` is freed. */
int access_absorb(struct check *c, struct access *into, struct access *a);

#endif
