/* store.h: objects of one size that come and go in numbers. Their memory is taken from the
 * system many at a time and kept for later ones, so that they lie together and not between the
 * program's own blocks. No lock: the caller has one. */
#ifndef FENCEPOST_STORE_H
#define FENCEPOST_STORE_H

#include <stdlib.h>
#include <string.h>

#define STORE_BLOCK 64 /* objects */

struct store {
  void *spare; /* objects that were given back; each begins with the address of the next */
  char *block;
  unsigned left; /* objects in the block that nobody has had */
};

/* Returns `size` bytes, all 0, aligned as for any object; NULL when memory runs out. The size
 * is that of a pointer at least, and the same in all calls about a store. */
static inline void *store_take(struct store *p, size_t size) {
  void *object = p->spare;
  if (object) {
    memcpy(&p->spare, object, sizeof p->spare);
    return memset(object, 0, size);
  }
  if (!p->left) {
    if (!(p->block = calloc(STORE_BLOCK, size)))
      return NULL;
    p->left = STORE_BLOCK;
  }
  return p->block + --p->left * size;
}

static inline void store_give(struct store *p, void *object) {
  memcpy(object, &p->spare, sizeof p->spare);
  p->spare = object;
}

#endif
