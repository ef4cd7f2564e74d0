/* symbol.h: turns recorded frames (module, build-id, offset) into file, line and function, with
 * libdw.
 *
 * Works on the files of the modules as they are now, long after the processes ended. A module
 * whose build-id is no longer that of the run gives no lines, which is said once. Inlined calls
 * become frames of their own.
 *
 * A report's frame is {module, function, file, line, offset}, each null if unknown; a frame of
 * an interpreter has no module and no offset.
 *
 * Cost: a module is opened once, a program counter looked up once. Not thread-safe. */
#ifndef FENCEPOST_SYMBOL_H
#define FENCEPOST_SYMBOL_H

#include <jansson.h>
#include <stdint.h>

struct symbols;

struct symbols *symbols_new(void); /* returns NULL when memory runs out */
void symbols_free(struct symbols *s);

/* Returns a new array of a report's frames for a journal's frames (may be NULL: an empty
 * array). */
json_t *symbols_stack(struct symbols *s, const json_t *frames);

/* The bytes lo to hi - 1 of the memory that a call of the program was given. */
struct bytes_given {
  const json_t *frames; /* of a journal: the stack of the call */
  const char *call;     /* "MPI_Win_create" */
  int argument, stored; /* which argument, from 0; see variable.h */
  int64_t size, lo, hi;
};

/* Returns what the program calls these bytes ("u[17]"), from the text of the argument and the
 * debug information; the caller frees it. NULL if that is not known. */
char *symbols_element(struct symbols *s, const struct bytes_given *b);

#endif
