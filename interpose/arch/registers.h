/* registers.h: what an unwinder needs to begin in a wrapper, and to find its caller.
 *
 * enum: REG_IP, REG_SP, REG_BP (the frame pointer), others that a function keeps for its
 * caller; after them REG_CALLER, where the wrapper returns to; REGISTERS of them.
 * REGISTERS_TAKE(r): a statement, in the wrapper itself; all but REG_CALLER. */
#ifndef FENCEPOST_REGISTERS_H
#define FENCEPOST_REGISTERS_H

#include "arch.h"
#include ARCH_FILE(registers.h)

#endif
