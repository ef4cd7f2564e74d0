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

struct symbols;

struct symbols *symbols_new(void); /* returns NULL when memory runs out */
void symbols_free(struct symbols *s);

/* Returns a new array of a report's frames for a journal's frames (may be NULL: an empty
 * array). */
json_t *symbols_stack(struct symbols *s, const json_t *frames);

#endif
