/* system_call.h: sys/syscall.h, with a name for each call that interpose/ knows. If the
 * processor's kernel does not have a call, its name stands for a number that no call has. */
#ifndef FENCEPOST_SYSTEM_CALL_H
#define FENCEPOST_SYSTEM_CALL_H

#include "arch.h"
#include ARCH_FILE(system_call.h)

#endif
