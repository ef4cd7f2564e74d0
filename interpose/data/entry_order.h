/* entry_order.h: in which order the entries of a datatype are, which its bytes do not tell. */
#ifndef FENCEPOST_ENTRY_ORDER_H
#define FENCEPOST_ENTRY_ORDER_H

#include "contents.h"
#include "shape.h"

/* Returns whether some entry of the type map is certain to come before the one that precedes
 * it, for a datatype whose constructor was given `c` and datatypes of these shapes. */
int entries_decrease(const struct contents *c, const struct shape *const *part);

#endif
