/* debugger.h: whether a debugger or strace is attached, which would get every signal first.
 * Reads a file of the kernel. */
#ifndef FENCEPOST_DEBUGGER_H
#define FENCEPOST_DEBUGGER_H

int debugger_attached(void);

#endif
