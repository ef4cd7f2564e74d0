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
  REGION_BUSY = 1,    /* is being copied: whoever faults there tries again until it is over */
  REGION_OPEN = 2,    /* the view may be accessed, and is not told of */
  REGION_HELD = 4,    /* MPI or another thread may go on using the alias */
  REGION_MPI = 8,     /* the alias is MPI's own memory, not a mapping of ours */
  REGION_FILE = 16,   /* memory that was shared before */
  REGION_FRAMES = 32, /* a page of a thread's stack (stack_window.h) */
  REGION_BUFFER = 64, /* MPI uses the view, which is open then (guards.h) */
  REGION_LEFT = 128   /* it is open by now: what faults there the program has brought about */
};

struct region {
  uintptr_t lo, hi;
  intptr_t delta;
  void *arena;      /* zeroed at first; whose instructions may run there owns its contents */
  uintptr_t thread; /* that made it, and may copy it */
  uint32_t windows; /* that it is memory of */
  uint32_t state;   /* REGION_* */
};

/* All of them, by address. Other processes read it, too (remote.h). */
struct region_table {
  struct region_head {
    _Atomic unsigned version; /* odd: it is being changed */
    volatile int count;
  } head;
  struct region region[REGIONS];
};
extern struct region_table region_table;

/* 0, or -1: too many, or no memory for the arena. */
int region_add(uintptr_t lo, size_t size, intptr_t delta);
/* The same with a state. */
int region_add_as(uintptr_t lo, size_t size, intptr_t delta, unsigned state);
/* Those that begin at `lo` or later and end at `hi` or before. */
void region_remove_all(uintptr_t lo, uintptr_t hi);
void region_remove(uintptr_t lo); /* the one that `lo` is in */
/* So that a region begins at `at` if one has it inside. -1: too many. */
int region_split(uintptr_t at);
/* Calls `change` for each region that shares bytes with `lo` to `hi`, in the table itself, with
 * the lock. */
void region_change(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *), void *);
/* The same in handlers of ours, or between gate_hold and gate_release: the program's wait
 * already. While system calls come to us, blocking signals costs two of ours. */
void region_change_deferred(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *),
                            void *);

/* Views there that are open are so for the kernel, too, from now on. */
void region_left(uintptr_t lo, uintptr_t hi);

/* With the lock: the region that `at` is in, or NULL. */
struct region *region_find(uintptr_t at);
/* Without: a copy of it, or of the next one beyond `at`. 0: there is none. */
int region_look(uintptr_t at, struct region *out);
/* Where to find what the program sees at `at`, or `at`. */
uintptr_t region_alias(uintptr_t at);
/* The region that `at` is in: its first byte and its size; 0 if there is none. */
uintptr_t region_bounds(uintptr_t at, size_t *size);
/* Bytes from `at` to where its region ends, or to where the next begins if it is in none.
 * `delta`: from `at` to where it may be accessed. */
uintptr_t region_border(uintptr_t at, intptr_t *delta);
/* What MPI accesses beyond an alias lies beyond the view natively: the memory between two
 * aliases belongs to the nearer one. Of each region in turn, then where `at` leads; 0: nowhere.
 */
struct region_gap {
  uintptr_t lo, hi;      /* `at` lies there, in no alias */
  intptr_t below, above; /* of the regions whose aliases are there */
};
void region_gap_narrow(struct region_gap *g, uintptr_t at, const struct region *r);
intptr_t region_gap_delta(const struct region_gap *g, uintptr_t at);
/* The page that `at` is in, to which nothing is mapped, and the next one are lent: as if a
 * region were there, for region_border in the calling thread, until region_return. Returns
 * whether it is beyond an alias. */
int region_beyond(uintptr_t at);
void region_return(void);
/* Whether memory lies in no region, all of it in regions of one `delta`, or neither. */
enum region_reach { REGION_NONE, REGION_ALL, REGION_PART };
enum region_reach region_reach(uintptr_t lo, uintptr_t hi, intptr_t *delta);
/* Each region, one after the other, as it is when it is come to. */
void region_each(void (*each)(const struct region *));
int region_count(void);
/* The lock: not to be held for long, nor while memory of the program is accessed; with all
 * signals blocked. */
void region_take(void);
void region_leave(void);
/* In the only thread of a fork's child: who had the lock in the parent is not there. */
void region_forked(void);
/* The calling thread has the lock, or waits for it. */
extern __thread int region_within __attribute__((tls_model("initial-exec")));
/* Maps `size` bytes less than 2 GiB from `base`; MAP_FAILED if there is no room. Arguments as
 * for mmap. */
void *region_near(uintptr_t base, size_t size, int protection, int flags, int fd);
/* The same for a view, the alias being at `base`, or (`view` 0) an alias, its view being there:
 * where the delta becomes that of an arena that there is, if it can be. */
void *region_beside(uintptr_t base, size_t size, int protection, int flags, int fd, int view);

#endif
