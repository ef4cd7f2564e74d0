/* strings.h: runs string instructions on other addresses than the program's. */
#ifndef FENCEPOST_STRINGS_H
#define FENCEPOST_STRINGS_H

#include "interpose/arch/decode.h"

#define STRING_BACKWARDS 0x400ul /* the direction flag */

struct string_state {
  uintptr_t di, si;
  uint64_t count; /* number of elements; becomes the number of those that are left */
  uint64_t a, flags;
  uint32_t fault; /* an access was not possible (program_memory.h); those before it were made */
};

/* Returns whether a comparison ended it. */
int string_run(const struct instruction *in, struct string_state *s);
static inline int string_has_source(const struct instruction *in) {
  return in->string != STRING_STOS && in->string != STRING_SCAS;
}
static inline int string_has_destination(const struct instruction *in) {
  return in->string != STRING_LODS;
}
static inline int string_stores(const struct instruction *in) {
  return in->string == STRING_MOVS || in->string == STRING_STOS;
}

#endif
