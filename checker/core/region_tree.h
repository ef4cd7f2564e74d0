/* region_tree.h: the regions attached to a dynamic window, by address. Those at one address
 * come in the order in which they were attached, the last one first. Costs the logarithm of
 * their number. */
#ifndef FENCEPOST_REGION_TREE_H
#define FENCEPOST_REGION_TREE_H

#include "window.h"

void region_insert(struct window *w, struct attached_region *r);
void region_take_out(struct window *w, struct attached_region *r);
/* Return NULL where there is none. */
struct attached_region *region_place(const struct window *w,
                                     uint64_t base); /* first at `base` or above */
struct attached_region *region_next(struct attached_region *r);
struct attached_region *region_before(const struct window *w,
                                      struct attached_region *r); /* NULL: the last one */
struct attached_region *region_first(const struct window *w);
/* Returns the first region that may end after `lo`. */
struct attached_region *region_reaching(const struct window *w, int64_t lo);

#endif
