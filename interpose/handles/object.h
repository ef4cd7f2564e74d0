/* object.h: the communicators, datatypes, windows, groups, files, operations, info objects and
 * error handlers that the program has made and not freed, and the last ones that it has freed.
 *
 * A handle may have been given out several times (the group of a communicator): each has to be
 * freed, and only then the handle is over. It is so until a call gives it out again: libraries
 * use handles again at once, so a handle that is over stays in its place in the table. MPI's
 * own objects are never over. One look-up for each call that makes or frees one, and for a
 * handle that has the mark of one that is over. `handle` points to it everywhere; `kind`: enum
 * object. */
#ifndef FENCEPOST_OBJECT_H
#define FENCEPOST_OBJECT_H

#include <stdatomic.h>
#include "interpose/base/thread.h"

struct maker;

/* After a call that made one. */
void object_made(struct frame *f, int kind, const void *handle);
/* The operation that was to make it failed after the call `by` had begun it. */
void object_unmade(int kind, const void *handle, const struct maker *by);
/* After a call that was to free the object f->freed. */
void object_freed(struct frame *f, int ok);
/* How many are over, of those that are known. */
extern _Atomic int objects_over;
/* Of what the program has made error handlers of its own, or asked for them. */
enum { HANDLERS_OF_COMM = 1, HANDLERS_OF_WIN = 2, HANDLERS_OF_FILE = 4 };
unsigned object_handlers(void);
/* Whether it is over; the library must not be asked about it then. `by`: what has freed it; may
 * be NULL. */
int object_over(int kind, const void *handle, struct maker *by);
/* Before a call: reports the first of its arguments that is over (handles.c). */
void handles_check(struct frame *f);
/* In MPI_Finalize. */
void objects_finalize(struct frame *f);

#endif
