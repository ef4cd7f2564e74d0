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

/* access.c */
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

/* shelf.c */
void shelf_add(struct check *c, struct shelf *s, struct access *a);
void shelf_widen(struct access *a);
void shelf_remove(struct shelf *s, struct access *a);
/* Those whose bounds meet the bytes from lo to hi. */
void shelf_each(const struct shelf *s, int64_t lo, int64_t hi, void *context,
                void (*each)(void *context, struct access *a));
int shelf_touched(const struct shelf *s, int64_t lo, int64_t hi); /* by some of them */
/* Frees those that are `old`. */
void shelf_remove_if(struct check *c, struct shelf *s, const void *context,
                     int (*old)(struct check *c, struct access *a, const void *context));
/* A later one on the shelf that differs in its time only; NULL: none is known. */
struct access *shelf_follower(struct access *a);
/* The same as shelf_each, but for subtrees of which it is said that nothing in them is of
 * interest: by `harmless`, of what stands between two of one kind (place, window, operation,
 * lock), which is of lower rank than the first, or as early, to none of higher rank than the
 * last, or as late; by `apart`, of what has no byte from near_lo to near_hi. */
typedef int shelf_harmless(void *context, const struct access *first, const struct access *last,
                           const struct access *subtree);
struct visit {
  int64_t lo, hi;
  void *context;
  void (*each)(void *context, struct access *a);
  shelf_harmless *harmless; /* or NULL */
  int64_t near_lo, near_hi;
  int (*apart)(void *context, const struct access *subtree); /* or NULL */
};
void shelf_some(const struct shelf *s, const struct visit *v);
void shelf_clear(struct check *c);

/* retire.c */
void shelf_retire(struct check *c); /* now and then: drops what nothing can conflict with */
void shelf_forget(struct check *c, const struct window *freed);

/* memory.c: which memory of this process belongs to windows */
int memory_holds(const struct check *c, int64_t lo, int64_t hi); /* some of it */
/* The window has memory there from now on; notes which other windows have it, too. */
void memory_add(struct check *c, struct window *own, int64_t lo, int64_t hi);
void memory_remove(struct check *c, struct window *w); /* all it has; it had some or not */
void memory_freed(struct check *c, const struct event *e);
int window_met(const struct window *w,
               const struct access *a); /* ... or did, before it was freed */
int window_meets(const struct window *w, const struct access *a); /* some byte of it */
int memory_meets(const struct check *c, const struct access *a);
/* The windows that an access meets, into c->met, which the next call changes; returns their
 * number. */
int memory_windows(struct check *c, const struct access *a);
struct span region_span(const struct event_region *r);
struct span window_span(const struct window *w);

/* freed.c: memory that goes away while it is a window's or a buffer in use */
void freed_window(struct check *c, struct window *w,
                  const struct event *e); /* it is about to */

/* watch.c: where accesses of the program matter */
void open_add(struct check *c, struct access *a); /* an access of this process that lasts */
void open_remove(struct check *c, struct access *a);
void watch_access(struct check *c, const struct access *a);
void watch_memory(struct check *c, int64_t lo, int64_t hi);
void watch_renew(struct check *c); /* some memory is no window's any more */

/* race.c */
void race_look(struct check *c, struct access *a);  /* against all on the shelves */
void race_freed(struct check *c, struct window *w); /* it is about to be */
void race_local(struct check *c, struct access *a); /* against own accesses not over */
void race_again(struct check *c, struct access *a, struct access *b); /* two own buffers */
void race_pair(struct check *c, struct access *a, struct access *b);  /* two operations */

/* told.c: whether conflicts of two lines were claimed already, or kept as suspects. Without
 * memory, or stacks, they never were: NULL. */
struct said *said_get(struct check *c, enum slug slug, const struct window *w,
                      const struct access *first, const struct access *second);
#define ALIKE_MOST 16    /* suspects of the same two lines, and claims: */
#define CLAIMS_MOST 1000 /* all are explained by the first, and many cost as much to find */
int said_doubtful(enum slug slug, int tainted); /* one of the two is */
int said_enough(const struct said *s, int doubtful);
/* ... that more need not be looked for: of `one` (the first of the two, if `is_first`) with all
 * lines of a subtree. */
int said_enough_of_all(const struct check *c, enum slug slug, const struct window *w,
                       const struct access *one, int is_first, const struct access *subtree);
int said_claimed(struct said *s);
void said_claim(struct said *s);
void said_suspect(struct said *s);
void said_cleared(struct said *s); /* it was none */
void said_free(struct check *c);

/* changed.c: the program has changed what MPI reads, nobody saw where */
void changed(struct check *c, const struct access *a, uint64_t since);

/* exposure.c: locks and exposure epochs of one window */
void exposure_posted(struct check *c, struct window *w, const struct site *post);
void exposure_ended(struct check *c, struct window *w);
void exposure_operation(struct check *c, struct window *w, struct pair *p,
                        const struct access *op);
void exposure_drop(struct window *w);

/* copy.c: when the two copies of a window were made to agree (section 11.7) */
void copy_touched(struct check *c, const struct access *a); /* a local access is over */
void copy_publish(struct check *c, struct window *w);
void copy_acquire(struct check *c, struct window *w);
void copy_free(struct window *w);
int copy_settled(const struct check *c, const struct window *w, const struct access *op);
uint64_t copy_publication(const struct window *w, const struct access *store); /* or 0 */
int copy_published(const struct check *c, const struct window *w, const struct access *store,
                   const struct access *op);
/* When the operation's update had come from its window's public copy by the private copy to
 * another window's; 0: not yet. */
uint64_t copy_carries(const struct check *c, const struct window *from, const struct window *to,
                      const struct access *op);
int copy_acquired(const struct check *c, const struct window *w, const struct access *op,
                  const struct access *local);
/* Every store on the shelf is published before `op`; every update is acquired before `local`.
 * They say so only where that is easily told. */
int copy_all_published(const struct check *c, const struct window *w, const struct access *op);
int copy_all_acquired(const struct window *w, const struct access *local);

/* shared.c: loads and stores of memory that several processes share */
int shared_meets(const struct check *c, int64_t lo, int64_t hi); /* memory of others */
void shared_map(struct check *c, struct window *w, const struct event *e);
void shared_begin(struct check *c, struct access *a, int over);
void shared_end(struct check *c, struct access *a, int over); /* else it never was */
void shared_ready(struct check *c, struct window *w);         /* the window is made */
/* What of an access lies in the first `size` bytes; NULL: nothing. The other is freed. */
struct access *shared_clip(struct check *c, struct access *a, int64_t size);
void shared_drop(struct check *c, struct window *w);
/* By which processes order themselves, or with one of those. */
#define PROGRAM_ORDERS (PROGRAM_ATOMIC | PROGRAM_POLLS | PROGRAM_ORDERED)
/* Where not all such may be known: of a loop that waits, the look that found its value at once
 * is like any other load. */
#define PROGRAM_HIDES (PROGRAM_HIDDEN | PROGRAM_POLLS)
/* Notes it of the windows that the access meets; whether it is such an access to shared memory.
 */
int shared_order(struct check *c, const struct access *a);
void shared_freed(struct check *c, const struct access *a);

/* How many of them, by time, are earlier than `time`. */
int agreement_place(const struct agreement *list, int count, uint64_t time);

/* visible.c: whether stores to shared memory were made visible to those that access it later */
void visible_enter(struct check *c, struct window *w); /* a synchronisation call begins, */
void visible_leave(struct check *c, struct window *w); /* ... is over */
/* An access to the memory of a member is about to be told to it. */
void visible_tells(struct check *c, struct window *w, int32_t index, const struct access *a);
void visible_stores(struct window *w, int32_t index, const struct access *a);
/* Its processes order themselves by accesses of their own: nothing is said of it. */
void visible_give_up(struct check *c, struct window *w);
/* Nor are its accesses compared. Found out late: such findings wait until the end. */
void visible_hide(struct check *c, struct window *w);
int visible_hidden(const struct check *c, uint64_t win);
/* Of two accesses, `first` before `second`: whether it is known already that ... */
int visible(const struct check *c, const struct window *w, const struct access *first,
            const struct access *second);
/* ... a peer's store was brought out, at its event `when` or (NEVER) long ago. */
int visible_brought_out(const struct check *c, const struct access *store, uint64_t *when);
/* Keeps them until visible_judge if it is not. */
void visible_pair(struct check *c, struct window *w, struct access *first,
                  struct access *second, int64_t lo, int64_t hi);
void visible_judge(struct check *c); /* `sync-missing`, when all was heard */
void visible_free(struct check *c);

/* explain.c */
void explain(struct check *c, struct finding *f, const struct window *w, const struct access *a,
             const struct access *b, int64_t lo, int64_t hi, int only_separate);

/* ordering.c */
void ordering(const struct check *c, const struct access *a, const struct access *b, char *text,
              size_t room);
void ordering_of_copies(const struct check *c, const struct access *a, const struct access *b,
                        char *text, size_t room);

#endif
