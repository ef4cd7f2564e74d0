/* shape.h: the bytes that a datatype describes.
 *
 * Bounds, extent and size come from the MPI library. The bytes of one item are found by taking
 * the datatype apart (section 4.1.13), as packed runs. If there are too many of them, or the
 * datatype is built in a way that is not known here, `inexact` is set and only the bounds are
 * right. */
#ifndef FENCEPOST_SHAPE_H
#define FENCEPOST_SHAPE_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "runs.h"
#include "signature.h"

struct shape {
  int64_t lo, hi; /* true bounds, counted from the buffer's address */
  int64_t extent, size;
  uint16_t basic;   /* enum basic */
  uint16_t element; /* extent of this predefined datatype; 0: unknown */
  uint8_t derived, inexact, valid;
  uint8_t overlaps;  /* some byte occurs twice in one item */
  uint8_t dense;     /* any number of items forms one block of bytes */
  uint8_t decreases; /* entry_order.h */
  uint8_t lasts;     /* of a predefined datatype, which nobody frees: `runs` are not its own */
  struct runs runs;
  struct signature signature;
};

struct contents;
/* Asks the MPI library how the datatype was made. */
void shape_build(struct shape *s, MPI_Datatype type);
/* For one whose constructor was given `c` (but c->type is not looked at) and datatypes of the
 * shapes part[0] to part[c->types - 1]. */
void shape_combine(struct shape *s, MPI_Datatype type, const struct contents *c,
                   const struct shape *const *part);
void shape_drop(struct shape *s);

#endif
