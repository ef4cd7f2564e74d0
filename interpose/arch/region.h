/* region.h: memory mapped twice.
 *
 * A region is memory mapped at `lo`, without any right, where the program knows it (its view),
 * and `delta` bytes away, less than 2 GiB, where it may be read and written (its alias). A
 * table has them all, sorted, none overlapping; a lock guards it against change. Neighbours
 * with one delta are one piece of memory at the alias too. Lookups take no lock and may come
 * from handlers of signals: they cost a binary search, and are repeated while the table
 * changes. What changes the table blocks all signals meanwhile.
 *
 * A thread that was sent to an instruction in an arena may be there for long: arenas stay
 * mapped for good, and serve regions with the same delta again. */
#ifndef FENCEPOST_REGION_H
#define FENCEPOST_REGION_H

#include <stddef.h>
#include <stdint.h>

#define REGIONS 4096
#define REGION_ARENA (1u << 18) /* bytes of executable memory near the alias */

enum {
  /* Is being copied; an access that faults there is tried again until the copying is over. */
  REGION_BUSY = 1,
  REGION_OPEN = 2,     /* the view may be accessed, and accesses are not told of */
  REGION_HELD = 4,     /* MPI or another thread may still use the alias */
  REGION_MPI = 8,      /* the alias is MPI's own memory, not a mapping of ours */
  REGION_FILE = 16,    /* memory that was shared before */
  REGION_FRAMES = 32,  /* a page of a thread's stack (stack_window.h) */
  REGION_BUFFER = 64,  /* MPI uses the view, which is open then (guards.h) */
  REGION_LEFT = 128,   /* it is open by now; a fault there is caused by the program */
  REGION_LINGERS = 256 /* open, with no window, but one is expected soon (view.h) */
};

struct region {
  uintptr_t lo, hi;
  intptr_t delta;
  /* Zeroed at first; the code whose instructions may run there owns its contents. */
  void *arena;
  uintptr_t thread; /* the thread that made it, and may copy it */
  uint32_t windows; /* how many windows have memory in it */
  uint32_t state;   /* REGION_* */
};

/* All regions, by address. Other processes read the table, too (remote.h). */
struct region_table {
  struct region_head {
    _Atomic unsigned version; /* odd while the table is being changed */
    volatile int count;
  } head;
  struct region region[REGIONS];
};
extern struct region_table region_table;

/* Returns 0, or -1: there are too many regions, or no memory for the arena. */
int region_add(uintptr_t lo, size_t size, intptr_t delta);
/* The same with a state. */
int region_add_as(uintptr_t lo, size_t size, intptr_t delta, unsigned state);
/* Removes those that begin at `lo` or later and end at `hi` or before. */
void region_remove_all(uintptr_t lo, uintptr_t hi);
void region_remove(uintptr_t lo); /* removes the one that `lo` is in */
/* Divides the region that has `at` inside, so that one begins at `at`. Returns -1 if there
 * would be too many. */
int region_split(uintptr_t at);
/* Calls `change` for each region that shares bytes with `lo` to `hi`, in the table itself, with
 * the lock. */
void region_change(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *), void *);
/* The same in handlers of ours, or between gate_hold and gate_release, where the program's
 * handlers wait anyway. There, blocking signals would cost two signals more, because system
 * calls come to us. */
void region_change_deferred(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *),
                            void *);

/* From now on the kernel too accesses open views there as they are. */
void region_left(uintptr_t lo, uintptr_t hi);

/* With the lock: returns the region that `at` is in, or NULL. */
struct region *region_find(uintptr_t at);
/* Without the lock: copies that region, or the next one beyond `at`. Returns 0 if there is
 * none. */
int region_look(uintptr_t at, struct region *out);
/* Returns where we can access what the program sees at `at`, or `at` itself. */
uintptr_t region_alias(uintptr_t at);
/* Returns the first byte of the region that `at` is in, and its size; 0 if there is none. */
uintptr_t region_bounds(uintptr_t at, size_t *size);
/* Returns how many bytes lie from `at` to the end of its region, or to the beginning of the
 * next if it is in none. `delta`: from `at` to where we can access it. */
uintptr_t region_border(uintptr_t at, intptr_t *delta);
/* When MPI accesses bytes beyond an alias, natively they would lie beyond the view. The memory
 * between two aliases belongs to the nearer one. The first gives each region in turn, the
 * second where `at` leads; 0: nowhere. */
struct region_gap {
  uintptr_t lo, hi;      /* `at` lies between these, in no alias */
  intptr_t below, above; /* deltas of the regions whose aliases are there */
};
void region_gap_narrow(struct region_gap *g, uintptr_t at, const struct region *r);
intptr_t region_gap_delta(const struct region_gap *g, uintptr_t at);
/* Lends the page that `at` is in, to which nothing is mapped, and the next one: until
 * region_return, region_border treats them in the calling thread as if a region were there.
 * Returns whether the page is beyond an alias. */
int region_beyond(uintptr_t at);
void region_return(void);
/* Returns whether memory lies in no region, all of it in regions of one `delta`, or neither. */
enum region_reach { REGION_NONE, REGION_ALL, REGION_PART };
enum region_reach region_reach(uintptr_t lo, uintptr_t hi, intptr_t *delta);
/* Calls `each` for one region after another, as the region is at that moment. */
void region_each(void (*each)(const struct region *));
int region_count(void);
/* The lock. It must not be held for long, nor while memory of the program is accessed; all
 * signals must be blocked. */
void region_take(void);
void region_leave(void);
/* For the only thread of a fork's child, in which the parent's holder of the lock does not
 * exist. */
void region_forked(void);
/* Returns whether the calling thread has the lock or waits for it. */
extern __thread int region_within __attribute__((tls_model("initial-exec")));
/* Maps `size` bytes less than 2 GiB from `base`; MAP_FAILED if there is no room. Arguments as
 * for mmap. */
void *region_near(uintptr_t base, size_t size, int protection, int flags, int fd);
/* The same for a view, with its alias at `base`, or (`view` 0) for an alias, with its view
 * there. The delta becomes that of an arena that exists already, if possible. */
void *region_beside(uintptr_t base, size_t size, int protection, int flags, int fd, int view);

#endif
