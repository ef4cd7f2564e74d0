/* python.h: the lines of a Python program, when CPython is in the process. */
#ifndef FENCEPOST_PYTHON_H
#define FENCEPOST_PYTHON_H

#include <jansson.h>

#define PYTHON_TEXT 4096

/* The interpreter's own traceback of this thread, innermost frame first, cut after some frames;
 * the same for the same stack. Its length, 0 when the thread runs no Python. About 20 us. */
size_t python_text(char text[PYTHON_TEXT]);
/* Whether CPython is in the process. */
int python_here(void);
/* A new array of {file, line, function}. */
json_t *python_frames(const char *text);

#endif
