/* python.h: the Python stack of a call, if CPython is in the process. */
#ifndef FENCEPOST_PYTHON_H
#define FENCEPOST_PYTHON_H

#include <jansson.h>
#include <stdatomic.h>
#include "python_key.h"

#define PYTHON_TEXT 4096

enum python { PYTHON_UNKNOWN, PYTHON_ABSENT, PYTHON_PRESENT };
extern _Atomic enum python python_found;
int python_look(void);

/* Returns whether there is a Python whose lines can be told. Each call of MPI asks. */
static inline int python_here(void) {
  enum python found = atomic_load_explicit(&python_found, memory_order_acquire);
  return found == PYTHON_UNKNOWN ? python_look() : found == PYTHON_PRESENT;
}
/* Returns the PyThreadState of a thread that may run Python, NULL of others. */
void *python_state(void);
/* An address in the code of that Python. */
const void *python_code(void);
/* Writes the interpreter's own traceback of this thread, innermost frame first, cut after
 * PYTHON_FRAMES frames. Equal stacks have equal text; `k` is the key of the stack. Returns its
 * length, 0 if the thread runs no Python. About 20 us until keys are proven. */
size_t python_text(char text[PYTHON_TEXT], const struct python_key *k);
/* Returns a new array of {file, line, function}. */
json_t *python_frames(const char *text);

#endif
