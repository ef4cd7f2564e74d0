/* accessor.h: the instruction that has just run, and what it accessed.
 *
 * A processor tells of an access when it is done: what is known is where the program goes on.
 * The function there is decoded from its beginning, which the tables for unwinding give. For
 * handlers of signals; allocates nothing. Costs about 0.2 us for each instruction of the
 * function, once for each place. */
#ifndef FENCEPOST_ACCESSOR_H
#define FENCEPOST_ACCESSOR_H

#include <ucontext.h>
#include "decode.h"

struct accessed {
  uintptr_t lo, hi;
  unsigned does;  /* INSTRUCTION_LOADS, _STORES, _ATOMIC */
  uintptr_t pc;   /* of the instruction that follows */
  uintptr_t from; /* where the whole operand begins, and its size; 0: not known */
  size_t size;
  int somewhere; /* it was some of these bytes: not known which */
};

/* What the instruction before `context` accessed in the bytes from lo to hi, of which some
 * were. 0: that cannot be told. */
int accessor_find(decode_function *decode, const ucontext_t *context, uintptr_t lo,
                  uintptr_t hi, struct accessed *out);

#endif
