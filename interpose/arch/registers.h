/* registers.h: the registers from which an unwinder begins in a wrapper and finds its caller.
 *
 * enum: REG_IP, REG_SP, REG_BP (the frame pointer), others that a function preserves for its
 * caller; after them REG_CALLER, where the wrapper returns to; there are REGISTERS of them.
 * REGISTERS_TAKE(r): a statement in the wrapper itself; takes all but REG_CALLER. */
#ifndef FENCEPOST_REGISTERS_H
#define FENCEPOST_REGISTERS_H

#include "arch.h"
#include ARCH_FILE(registers.h)

#endif
