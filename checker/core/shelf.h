/* shelf.h: accesses by address, to find those that share bytes with another one. */
#ifndef FENCEPOST_SHELF_H
#define FENCEPOST_SHELF_H

#include <bsd/sys/tree.h>
#include <stddef.h>
#include <stdint.h>

struct access;
struct check;

RB_HEAD(shelf_tree, access);
struct shelf {
  struct shelf_tree tree;
  size_t count;
  uint64_t bytes;
};

/* Past accesses. */
struct shelves {
  struct shelf local[2], remote[2]; /* access.h; reads, updates */
  struct shelf shared;              /* loads and stores of others in our shared memory */
  uint64_t age;                     /* accesses put on shelves so far */
};

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

#endif
