/* python.h: the lines of a Python program, when CPython is in the process. */
#ifndef FENCEPOST_PYTHON_H
#define FENCEPOST_PYTHON_H

#include <jansson.h>

/* A new array of {file, line, function}, innermost first, or NULL when this thread runs no
 * Python. About 20 us. */
json_t *python_frames(void);

#endif
