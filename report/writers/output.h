/* output.h: files that no reader sees half written. */
#ifndef FENCEPOST_OUTPUT_H
#define FENCEPOST_OUTPUT_H

#include <stdio.h>

/* Lets `print` write a file beside `path` and renames that; straight into what is no file
 * (/dev/stdout, a FIFO). -1 with errno; then nothing is left behind. */
int output_write(const char *path, void (*print)(void *context, FILE *out), void *context);

#endif
