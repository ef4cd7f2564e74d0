/* point_trap.h: SIGTRAP as the events of debug registers send it. Any other SIGTRAP goes to its
 * former handler. */
#ifndef FENCEPOST_POINT_TRAP_H
#define FENCEPOST_POINT_TRAP_H

#include <stdint.h>
#include "interpose/arch/decode.h"

/* In the upper half of the value that the signal carries. */
#define POINT_COOKIE (0x66656e63ull << 32)

struct point_span {
  uintptr_t lo, hi;
  /* All of the memory is the buffer, so it makes no difference which bytes are accessed. */
  int alike;
};

/* points.c: returns the register that watches under this cookie now, and what it watches; -1:
 * none. */
int point_of(uint64_t cookie, struct point_span *out);
/* It was hit. */
void point_hit(int i);

/* The program is about to set or read the handler of SIGTRAP: after this no register may be
 * hit. */
void point_give_up(void);

/* `hook`, if not NULL, is called before the program sets or reads the handler of SIGTRAP. */
void trap_attach(void (*_Atomic *hook)(void));
/* Called before anything else, if memory is protected: the signal belongs to us then
 * (fault.h). */
void trap_begin(void);
int trap_install(decode_function *decode);
/* Returns whether our handler is still there and this thread does not block the signal. Once
 * the program has asked for the handler, it has its own back for good. */
int trap_ready(void);
int trap_taken(void);
/* How many accesses could not be told, and how often trap_ready said no. */
unsigned long trap_unknown(void);
unsigned long trap_not_ready(void);

#endif
