/* trampoline.h: functions that go where a slot says, with all arguments as they came.
 *
 * TRAMPOLINE(prefix, name): prefix name and P prefix name, and the next slot. A slot starts as
 * the address of code that tells fencepost_lazy which slot it is, in a register that no calling
 * convention uses for arguments.
 * TRAMPOLINE_SLOTS: before the first of them; the slots are void *fencepost_slots[].
 * TRAMPOLINE_LAZY: fencepost_lazy, which saves all argument registers, asks
 * fencepost_resolve(slot) for the function, and goes there. */
#ifndef FENCEPOST_TRAMPOLINE_H
#define FENCEPOST_TRAMPOLINE_H

#include "arch.h"
#include ARCH_FILE(trampoline.h)

#endif
