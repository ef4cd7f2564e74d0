/* debugger.h: whether a debugger or strace is attached, because such a program gets every
 * signal before the process does. Reads a file of the kernel. */
#ifndef FENCEPOST_DEBUGGER_H
#define FENCEPOST_DEBUGGER_H

int debugger_attached(void);

#endif
