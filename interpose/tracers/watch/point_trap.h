/* point_trap.h: SIGTRAP, as the events of debug registers send it. What else comes goes to
 * whoever had it before. */
#ifndef FENCEPOST_POINT_TRAP_H
#define FENCEPOST_POINT_TRAP_H

#include <stdint.h>
#include "interpose/arch/decode.h"

/* In the upper half of what the signal carries. */
#define POINT_COOKIE (0x66656e63ull << 32)

struct point_span {
  uintptr_t lo, hi;
  int alike; /* all of it is buffer: which of its bytes are accessed makes no difference */
};

/* points.c: the register that now watches under this cookie, and what; -1: none. */
int point_of(uint64_t cookie, struct point_span *out);
/* It was hit. */
void point_hit(int i);

/* The program is about to set or to read the handler of SIGTRAP: no register may be hit after.
 */
void point_give_up(void);

/* `hook`: called before the program sets or reads the handler of SIGTRAP, if not NULL. */
void trap_attach(void (*_Atomic *hook)(void));
/* Before anything else: where memory is protected the signal belongs to us (fault.h). */
void trap_begin(void);
int trap_install(decode_function *decode);
/* Whether the handler is still there and this thread lets the signal in. Once the program has
 * asked for the handler it has its own again, for good. */
int trap_ready(void);
int trap_taken(void);
/* Accesses that could not be told; times that the answer was no. */
unsigned long trap_unknown(void);
unsigned long trap_not_ready(void);

#endif
