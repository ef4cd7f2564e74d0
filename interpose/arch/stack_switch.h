/* stack_switch.h: stack_switch(top, function, argument) calls the function on the stack that
 * ends at `top`, and returns what it returns. The caller must keep a frame pointer, because the
 * stack pointer changes and unwinding goes by the frame pointer. */
#ifndef FENCEPOST_STACK_SWITCH_H
#define FENCEPOST_STACK_SWITCH_H

#include "arch.h"
#include ARCH_FILE(stack_switch.h)

#endif
