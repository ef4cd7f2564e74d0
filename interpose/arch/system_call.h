/* system_call.h: sys/syscall.h, with a name for each call that interpose/ knows. One that the
 * processor's kernel does not have is a number that no call has. */
#ifndef FENCEPOST_SYSTEM_CALL_H
#define FENCEPOST_SYSTEM_CALL_H

#include "arch.h"
#include ARCH_FILE(system_call.h)

#endif
