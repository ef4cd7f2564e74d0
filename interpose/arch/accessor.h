/* accessor.h: finds the instruction that has just run, and what it accessed.
 *
 * A processor tells of an access after it has happened, so only the address where the program
 * goes on is known. The function at that address is decoded from its beginning, which the
 * unwinding tables give. For signal handlers; allocates nothing. Costs about 0.2 us for each
 * instruction of the function, once for each place. */
#ifndef FENCEPOST_ACCESSOR_H
#define FENCEPOST_ACCESSOR_H

#include <ucontext.h>
#include "decode.h"

struct accessed {
  uintptr_t lo, hi;
  unsigned does;  /* INSTRUCTION_LOADS, _STORES, _ATOMIC */
  uintptr_t pc;   /* address of the instruction that follows */
  uintptr_t from; /* where the whole operand begins, and its size; 0: not known */
  size_t size;
  int somewhere; /* it accessed some of these bytes, but which is not known */
};

/* Finds out what the instruction before `context` accessed among the bytes from lo to hi; it is
 * known that it accessed some of them. Returns 0 if that cannot be told. */
int accessor_find(decode_function *decode, const ucontext_t *context, uintptr_t lo,
                  uintptr_t hi, struct accessed *out);

#endif
