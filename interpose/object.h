/* object.h: the communicators, datatypes, windows, groups and files that the program has made
 * and not freed. A handle may have been given out several times (the group of a communicator):
 * each has to be freed. A table of handles; one look-up for each call that makes or frees one.
 */
#ifndef FENCEPOST_OBJECT_H
#define FENCEPOST_OBJECT_H

#include "thread.h"

/* After a call that made one: `handle` points to it, `size` is its size; `kind`: enum object.
 */
void object_made(struct frame *f, int kind, const void *handle, unsigned size);
/* In MPI_Finalize. */
void objects_finalize(struct frame *f);

#endif
