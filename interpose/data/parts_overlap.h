/* parts_overlap.h: whether two of the parts of a buffer share a byte. */
#ifndef FENCEPOST_PARTS_OVERLAP_H
#define FENCEPOST_PARTS_OVERLAP_H

#include "type.h"

/* Finds two such parts, the first one first. Returns 0 if there are none, and if that would
 * take too long to tell. Parts with a count of 0 or less have no bytes.
 *
 * Costs the bounds of each part where they come one after the other in memory, or one before
 * the other. Others are sorted and compared, unless the same ones were lately. */
int parts_overlap(const struct type_part *part, int n, int found[2]);

#endif
