/* interval_tree.h: where windows have memory: from address `lo` up to `hi`, for a member of a
 * window. Places may overlap; one that was added twice has to be removed twice, and a place
 * without bytes is ignored. Cost: the logarithm of the number of places, and of place_each also
 * the places met. */
#ifndef FENCEPOST_PLACE_H
#define FENCEPOST_PLACE_H

#include <bsd/sys/tree.h>
#include <stddef.h>
#include <stdint.h>

struct check;
struct window;

struct place {
  RB_ENTRY(place) node;
  int64_t lo, hi;
  int64_t reach; /* largest hi in the subtree */
  struct window *w;
  int32_t index; /* of the member */
  int times;     /* added */
};
RB_HEAD(place_tree, place);
struct places {
  struct place_tree tree;
  struct place *spare; /* memory comes and goes by turns */
};

void place_add(struct check *c, struct places *s, struct window *w, int32_t index, int64_t lo,
               int64_t hi);
void place_remove(struct places *s, struct window *w, int32_t index, int64_t lo, int64_t hi);
/* All that the window still has there. Linear in the places. */
void places_forget(struct places *s, struct window *w);
/* Calls `each` for the places that have some byte from lo to hi, until it returns 1; returns
 * whether it did. */
int place_each(const struct places *s, int64_t lo, int64_t hi, void *context,
               int (*each)(void *context, const struct place *p));
int place_met(const struct places *s, int64_t lo, int64_t hi); /* whether there is one */
static inline int place_any(const struct places *s, int64_t lo, int64_t hi) {
  return !RB_EMPTY(&s->tree) && place_met(s, lo, hi);
}
void places_free(struct places *s);

#endif
