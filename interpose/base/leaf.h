/* leaf.h: which bytes a thread has loaded and stored in one segment, for accesses that follow
 * no pattern.
 *
 * A leaf holds 4096 bytes of addresses: for loads and for stores a bit for each byte and, for
 * each granule of 8 bytes, the places (numbers from 1 to 32767 that the caller gave to
 * instructions) of the first and the last access. Where these differ within a granule it has an
 * entry of its own with both for each byte. So an access costs a few loads when it was seen
 * before, and memory is 1.25 times the pages touched.
 *
 * Not thread-safe. Memory comes from mmap, since an access may happen in a signal handler; it
 * is kept for the next segment. */
#ifndef FENCEPOST_LEAF_H
#define FENCEPOST_LEAF_H

#include <stddef.h>
#include <stdint.h>
#include "interpose/hooks/hooks.h"

#define LEAF_BYTES HOOKS_LEAF
#define LEAF_GRANULES HOOKS_LEAF_GRANULES
#define LEAF_PLACES 0x7fff
/* Flag in `first`: `first` and `last` together are the number of the entry. */
#define LEAF_MIXED HOOKS_LEAF_MIXED

struct leaf_mixed {
  uint16_t first[8], last[8];
};

struct leaves {
  struct hooks_leaf **table; /* by page; open addressing */
  size_t room, count;
  struct hooks_leaf *recent, *used, *spare;
  struct leaf_mixed *mixed;
  size_t mixed_count, mixed_room;
  size_t bytes, most; /* bytes of memory in use, and how many there may be; 0 = no bound */
};

/* Notes an access to the bytes from `at` on by the instruction at `place`. Returns 0 if there
 * was not enough memory to note all of them. */
int leaves_add(struct leaves *l, int store, uint16_t place, uintptr_t at, size_t size);
/* The leaf to which an access was added last; NULL: none. */
static inline struct hooks_leaf *leaves_recent(const struct leaves *l) {
  return l->recent;
}
/* Gives each of these bytes, which are in that leaf, a first and a last access of its own. */
void leaves_part(struct leaves *l, int store, uintptr_t at, size_t size);
/* Calls `each` for stretches of bytes: first for those that `place` accessed first, then also
 * for those that it accessed last, if another place was first. They come by address within a
 * leaf, first stores, then loads. Takes at most `most` leaves, from `from` on (at first
 * l->used); returns the next one. */
const struct hooks_leaf *
leaves_each(const struct leaves *l, const struct hooks_leaf *from, int most, void *context,
            void (*each)(void *context, int store, uint16_t place, uintptr_t lo, uintptr_t hi));
void leaves_clear(struct leaves *l);

/* Grows memory that mmap gave. Returns NULL, and keeps the old memory, when there is none. */
void *pages_grow(void *old, size_t bytes, size_t more);

#endif
