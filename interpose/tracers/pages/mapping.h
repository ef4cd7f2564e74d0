/* mapping.h: memory of the program made shared, so that it can be mapped twice, and private
 * again. Contents stay; stores of other threads meanwhile are not lost: whoever faults in what
 * is being copied has to try again (REGION_BUSY). All signals are blocked meanwhile. */
#ifndef FENCEPOST_MAPPING_H
#define FENCEPOST_MAPPING_H

#include <stddef.h>
#include <stdint.h>

/* What some memory is. */
enum mapping {
  MAPPING_PRIVATE,
  MAPPING_SHARED,
  /* and what is not to be mapped twice: */
  MAPPING_HOLE,
  MAPPING_RIGHTS, /* read-only, executable */
  MAPPING_STACK,  /* a thread's, or its thread-local variables; but */
  MAPPING_FRAMES, /* the calling thread's own */
  MAPPING_HUGE,
  MAPPINGS
};
/* Of the pages from `lo` on; `end`: where another mapping begins, at most `hi`. `ours`: it was
 * made by mapping_share. */
enum mapping mapping_of(uintptr_t lo, uintptr_t hi, uintptr_t *end, int *ours);
/* Whether they may hold frames of the calling thread, which is at `frame`: they lie in its
 * stack, or, if it is on another one, in the same mapping. */
int mapping_has_frames(uintptr_t lo, uintptr_t hi, uintptr_t frame);
/* Whether these pages are whole mappings: no other data can lie in them. */
int mapping_alone(uintptr_t lo, uintptr_t hi);

/* Each mapping that mapping_share has made. */
void mapping_each_ours(void *context, void (*each)(void *, uintptr_t lo, uintptr_t hi));

/* Private memory becomes shared and is mapped at `alias` too, without any right if `view`.
 * -1: it stayed as it was. */
int mapping_share(uintptr_t lo, size_t size, uintptr_t alias, int view);
/* Libraries that keep registrations of this memory forget them. Functions of theirs run. */
void mapping_forget(uintptr_t lo, size_t size);
/* What stands at `from` becomes private memory at `to`, after mapping_forget of `to`. -1:
 * `to` stayed as it was. */
int mapping_private(uintptr_t to, size_t size, uintptr_t from);
/* Maps shared memory at `place` too, with the same rights; -1. */
int mapping_again(uintptr_t lo, size_t size, uintptr_t place);

#endif
