/* output.h: writes files so that no reader sees one half written. */
#ifndef FENCEPOST_OUTPUT_H
#define FENCEPOST_OUTPUT_H

#include <stdio.h>

/* Lets `print` write a file beside `path`, and renames it to `path`. If `path` is no regular
 * file (/dev/stdout, a FIFO), writes to it directly. Returns -1 with errno, and leaves nothing
 * behind. */
int output_write(const char *path, void (*print)(void *context, FILE *out), void *context);

#endif
