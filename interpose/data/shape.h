/* shape.h: the bytes a datatype describes.
 *
 * Bounds, extent and size come from the MPI library, the bytes of one item from taking the
 * datatype apart (section 4.1.13), as packed runs. Where these are too many, or the datatype is
 * built in a way not known here, `inexact` is set and only the bounds are right. */
#ifndef FENCEPOST_SHAPE_H
#define FENCEPOST_SHAPE_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "runs.h"

struct shape {
  int64_t lo, hi; /* true bounds, relative to the buffer's address */
  int64_t extent, size;
  uint16_t basic;   /* enum basic */
  uint16_t element; /* its extent; 0: unknown */
  uint8_t derived, inexact, valid;
  uint8_t overlaps; /* a byte occurs twice in one item */
  uint8_t dense;    /* any number of items is one block of bytes */
  struct runs runs;
};

void shape_build(struct shape *s, MPI_Datatype type);
void shape_drop(struct shape *s);

#endif
