/* python_write.h: a traceback as CPython's own function writes it, for versions that do not
 * export that (3.13). Reads what the frames hold, without the interpreter's lock. */
#ifndef FENCEPOST_PYTHON_WRITE_H
#define FENCEPOST_PYTHON_WRITE_H

#include <stddef.h>

struct python_key;

/* Its length, less than `room`; 0 when a place is not what we think. */
size_t python_write(char *text, size_t room, const struct python_key *k);

#endif
