/* python_write.h: writes a traceback like CPython's own function, for versions that do not
 * export that function (3.13). Reads the frames without the interpreter's lock. */
#ifndef FENCEPOST_PYTHON_WRITE_H
#define FENCEPOST_PYTHON_WRITE_H

#include <stddef.h>

struct python_key;

/* Returns its length, less than `room`; 0 if a place is not what we expect. */
size_t python_write(char *text, size_t room, const struct python_key *k);

#endif
