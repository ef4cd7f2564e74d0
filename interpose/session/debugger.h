/* debugger.h: whether a debugger or strace is attached, which would get every signal first.
 * Reads a file of the kernel. */
#ifndef FENCEPOST_TRACER_H
#define FENCEPOST_TRACER_H

int tracer_attached(void);

#endif
