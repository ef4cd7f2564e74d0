/* debug.h: one module's debug information. */
#ifndef FENCEPOST_DEBUG_H
#define FENCEPOST_DEBUG_H

#include <jansson.h>
#include <stdint.h>

#include "variable.h"

struct debug;

enum debug_state { DEBUG_USABLE, DEBUG_MISSING, DEBUG_CHANGED };

/* Opens the file of a module. `build_id`: hex, "" if the module had none. Returns NULL only
 * when memory runs out; debug_state tells whether it can be used. */
struct debug *debug_open(const char *module, const char *build_id);
enum debug_state debug_state(const struct debug *d);
void debug_close(struct debug *d);

/* Appends {function, file, line} for the code at `offset` (a virtual address of the file) to
 * `frames`, innermost first: the inlined calls, then the function they are in. Nothing is
 * appended if nothing is known. `exported`: the name that the code is exported by, "" if it is
 * not; it spares a search in all symbols of the file. */
void debug_frames(struct debug *d, uint64_t offset, const char *exported, json_t *frames);

/* Gives the scopes of `function` around the code at `offset`. Returns -1 if they are not known;
 * otherwise the caller frees s->scopes. */
int debug_scope(struct debug *d, uint64_t offset, const char *function, struct scope *s);

#endif
