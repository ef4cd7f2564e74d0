/* shape.h: the bytes a datatype describes.
 *
 * Bounds, extent and size come from the MPI library; the blocks from taking the datatype apart
 * (section 4.1.13). Blocks are in the order of the type map, neighbours merged. `opaque`: more
 * than TYPE_BLOCKS_MOST blocks, or a constructor that is not taken apart; there are no blocks
 * then. */
#ifndef FENCEPOST_SHAPE_H
#define FENCEPOST_SHAPE_H

#include <stdint.h>
#include "mpi_call.h"

struct block {
  int64_t at, length;
};
struct shape {
  int64_t lo, hi; /* true bounds, relative to the buffer's address */
  int64_t extent, size;
  uint16_t basic; /* enum basic */
  uint8_t derived, opaque, valid;
  int8_t overlaps; /* one item in itself: 0 not known yet, 1 no, 2 yes */
  int count, room;
  struct block *block;
};

void shape_build(struct shape *s, MPI_Datatype type);
void shape_drop(struct shape *s);
int shape_overlaps(struct shape *s, int64_t count);
int shapes_intersect(const struct shape *s, int64_t at, int64_t count, const struct shape *t,
                     int64_t t_at, int64_t t_count);

#endif
