/* function.h: which function an instruction belongs to. */
#ifndef FENCEPOST_FUNCTION_H
#define FENCEPOST_FUNCTION_H

#include <stdint.h>

/* Where the function that has the instruction at `pc` begins, by the tables for unwinding; 0:
 * not known. For handlers of signals. */
uintptr_t function_start(uintptr_t pc);

#endif
