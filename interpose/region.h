/* region.h: memory mapped twice.
 *
 * A region is memory mapped at `lo`, without any right, where the program knows it (its view),
 * and `delta` bytes away, less than 2 GiB, where it may be read and written (its alias). A
 * table has them all; a lock guards it against change, lookups of single words need none.
 * Everything here may be called by a handler of signals with all signals blocked, except for
 * region_add, _remove and _near, which make system calls. A lookup costs a comparison for each
 * region. */
#ifndef FENCEPOST_REGION_H
#define FENCEPOST_REGION_H

#include <stddef.h>
#include <stdint.h>

#define REGIONS 256
#define REGION_ARENA (1u << 18) /* bytes of executable memory near the alias */

struct region {
  uintptr_t lo;
  _Atomic uintptr_t hi; /* the last to be written; 0: no region */
  intptr_t delta;
  void *arena; /* zeroed at first; whose instructions may run there owns its contents */
};

/* 0, or -1: too many, or no memory for the arena. */
int region_add(uintptr_t lo, size_t size, intptr_t delta);
void region_remove(uintptr_t lo);
/* The region that `at` is in, or NULL. */
struct region *region_find(uintptr_t at);
/* Where to find what the program sees at `at`, or `at`. */
uintptr_t region_alias(uintptr_t at);
/* The other way round. */
uintptr_t region_view(uintptr_t at);
/* The region that `at` is in: its first byte and its size; 0 if there is none. */
uintptr_t region_bounds(uintptr_t at, size_t *size);
/* Bytes from `at` to where its region ends, or to where the next begins if it is in none.
 * `delta`: from `at` to where it may be accessed. */
uintptr_t region_border(uintptr_t at, intptr_t *delta);
/* Each region's first byte. */
void region_each(void (*each)(uintptr_t lo));
/* The lock: not to be held for long, nor while memory of the program is accessed. */
void region_take(void);
void region_leave(void);
/* Maps `size` bytes less than 2 GiB from `base`; MAP_FAILED if there is no room. Arguments as
 * for mmap. */
void *region_near(uintptr_t base, size_t size, int protection, int flags, int fd);

#endif
