/* python.h: the lines of a Python program, when CPython is in the process. */
#ifndef FENCEPOST_PYTHON_H
#define FENCEPOST_PYTHON_H

#include <jansson.h>
#include "python_key.h"

#define PYTHON_TEXT 4096

/* Whether there is a Python whose lines can be told. */
int python_here(void);
/* Whether the thread may run Python. If so, `k` is the key of its stack, without a place where
 * there is none. About 20 ns. */
int python_look(struct python_key *k);
/* The interpreter's own traceback of this thread, innermost frame first, cut after
 * PYTHON_FRAMES frames; the same for the same stack, whose key `k` is. Its length, 0 when the
 * thread runs no Python. About 20 us. */
size_t python_text(char text[PYTHON_TEXT], const struct python_key *k);
/* A new array of {file, line, function}. */
json_t *python_frames(const char *text);

#endif
