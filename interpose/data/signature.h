/* signature.h: of which predefined datatypes, in which order, a datatype is made
 * (section 3.3.1): runs of alike ones. Where a datatype repeats another one as a whole, it has
 * the same runs, which go on as long as there are data. */
#ifndef FENCEPOST_SIGNATURE_H
#define FENCEPOST_SIGNATURE_H

#include <stdint.h>

#define SIGNATURE_PARTS 16

struct signature {
  int parts; /* -1: not known, or too many */
  uint64_t part[SIGNATURE_PARTS];
};

/* A part, as include/event.h has it: so many of a predefined datatype. */
static inline uint64_t signature_part(unsigned basic, unsigned element, uint64_t count) {
  return (uint64_t)basic << 48 | (uint64_t)element << 32 | count;
}
/* One predefined datatype; `basic`: enum basic. */
void signature_of_basic(struct signature *s, unsigned basic, unsigned element);
/* Appends `times` items of another datatype. */
void signature_add(struct signature *s, const struct signature *item, int64_t times);

#endif
