#include <sys/syscall.h>
#ifndef FENCEPOST_SYSTEM_CALL_X86_64_H
#define FENCEPOST_SYSTEM_CALL_X86_64_H

/* It has them all. */

#endif
