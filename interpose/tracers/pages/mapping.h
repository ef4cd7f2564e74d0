/* mapping.h: makes private memory of the program shared, so that it can be mapped twice, and
 * private again. Its contents stay. Stores by other threads meanwhile are not lost: a thread
 * that accesses what is being copied faults and tries again (REGION_BUSY). All signals are
 * blocked meanwhile. */
#ifndef FENCEPOST_MAPPING_H
#define FENCEPOST_MAPPING_H

#include <stddef.h>
#include <stdint.h>

/* What kind of memory it is. */
enum mapping {
  MAPPING_PRIVATE,
  MAPPING_SHARED,
  /* These kinds are not mapped twice: */
  MAPPING_HOLE,
  MAPPING_RIGHTS, /* it is read-only or executable */
  MAPPING_STACK,  /* a thread's stack or its thread-local variables; but see the next */
  MAPPING_FRAMES, /* the calling thread's own stack */
  MAPPING_HUGE,
  MAPPINGS
};
/* Kind of the pages from `lo` on; `end`: where another mapping begins, at most `hi`. `ours`:
 * mapping_share has made it. */
enum mapping mapping_of(uintptr_t lo, uintptr_t hi, uintptr_t *end, int *ours);
/* Returns whether the pages may hold frames of the calling thread, whose frame is `frame`: they
 * lie in its stack or, if it runs on another one, in the same mapping. */
int mapping_has_frames(uintptr_t lo, uintptr_t hi, uintptr_t frame);
/* Returns whether these pages are whole mappings, so that no other data can lie in them. */
int mapping_alone(uintptr_t lo, uintptr_t hi);

/* Calls `each` for each mapping that mapping_share has made. */
void mapping_each_ours(void *context, void (*each)(void *, uintptr_t lo, uintptr_t hi));

/* Private memory becomes shared and is also mapped at `alias`; with `view` the first mapping
 * loses all rights. Returns -1 if it stayed as it was. */
int mapping_share(uintptr_t lo, size_t size, uintptr_t alias, int view);
/* Libraries that keep registrations of this memory forget them. Their functions run. */
void mapping_forget(uintptr_t lo, size_t size);
/* The contents at `from` become private memory at `to`; call mapping_forget of `to` first.
 * Returns -1 if `to` stayed as it was. */
int mapping_private(uintptr_t to, size_t size, uintptr_t from);
/* Maps shared memory at `place`, too, with the same rights. Returns -1 if that failed. */
int mapping_again(uintptr_t lo, size_t size, uintptr_t place);

#endif
