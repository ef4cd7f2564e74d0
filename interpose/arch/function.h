/* function.h: which function an instruction belongs to. */
#ifndef FENCEPOST_FUNCTION_H
#define FENCEPOST_FUNCTION_H

#include <stdint.h>

/* Returns where the function begins that contains the instruction at `pc`, by the unwinding
 * tables; 0: not known. For signal handlers. */
uintptr_t function_start(uintptr_t pc);

#endif
