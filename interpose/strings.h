/* strings.h: string instructions, run on other addresses than the program's. */
#ifndef FENCEPOST_STRINGS_H
#define FENCEPOST_STRINGS_H

#include "decode.h"

struct string_state {
  uintptr_t di, si;
  uint64_t count; /* elements; becomes those that are left */
  uint64_t a, flags;
};

/* Forwards. Returns whether what it compared ended it. */
int string_run(const struct instruction *in, struct string_state *s);

#endif
