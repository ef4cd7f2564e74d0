/* made_of.h: comparing of what data are made at two processes (section 3.3.1). */
#ifndef FENCEPOST_MADE_OF_H
#define FENCEPOST_MADE_OF_H

#include <stdint.h>

/* What one process names: one predefined datatype, or parts that repeat (event.h). */
struct made_of {
  uint16_t basic, element;
  int32_t parts; /* 0: one predefined datatype */
  const uint64_t *part;
};

/* Where the two differ. */
struct difference {
  int64_t index;       /* of the element, from 0 */
  unsigned one, other; /* enum basic */
};

/* Makes it with a copy of the parts. */
struct made_of made_of(unsigned basic, unsigned element, const uint64_t *part, int32_t parts);
void made_of_free(struct made_of *m);
/* Returns whether the first `bytes` bytes are of the same predefined datatypes; also if that
 * cannot be told. */
int made_alike(const struct made_of *one, const struct made_of *other, int64_t bytes,
               struct difference *d);

#endif
