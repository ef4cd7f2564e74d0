/* object.h: the communicators, datatypes, windows, groups, files, operations, info objects and
 * error handlers that the program has made and not freed, and the last ones that it has freed.
 *
 * A handle may have been given to the program several times (the group of a communicator). Each
 * time the program has to free it, and only then the handle is over. It stays so until a call
 * gives it out again, which libraries do soon. MPI's own objects are never over. A handle that
 * is over stays in its place in the table until then. A call that makes or frees an object
 * costs one look-up; so does a handle with the mark of one that is over. `handle` points to the
 * handle everywhere; `kind`: enum object. */
#ifndef FENCEPOST_OBJECT_H
#define FENCEPOST_OBJECT_H

#include <stdatomic.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "interpose/base/internal.h"

struct maker;

/* After a call that has made an object. */
void object_made(struct frame *f, int kind, const void *handle);
/* The operation that was to make the object has failed after the call `by` had begun it. */
void object_unmade(int kind, const void *handle, const struct maker *by);
/* After a call that was to free the object f->freed. */
void object_freed(struct frame *f, int rc);
/* Whether a call with this result has received a message: all of it, or as much as there was
 * room for. */
int result_received(int rc);
/* Of which kinds some known object is over: a bit for each. */
extern INTERNAL _Atomic unsigned objects_over;
#define OBJECT_BIT(kind) (1u << (kind))
/* For which kinds of objects the program has made or asked for error handlers. */
enum { HANDLERS_OF_COMM = 1, HANDLERS_OF_WIN = 2, HANDLERS_OF_FILE = 4 };
unsigned object_handlers(void);
/* A handle and its kind as a number. The highest four bits of a handle, an int or an address,
 * tell nothing. In MPICH that of a file is a pointer though the others are ints. */
static inline uint64_t object_name(int kind, const void *handle) {
  MPI_File file;
  MPI_Comm other;
  if (kind == OBJECT_FILE) {
    __builtin_memcpy(&file, handle, sizeof file);
    return (uint64_t)(uintptr_t)file * 16 + (uint64_t)kind;
  }
  __builtin_memcpy(&other, handle, sizeof other);
  return (uint64_t)(uintptr_t)other * 16 + (uint64_t)kind;
}
#define OBJECT_MARK(name) ((name)*0x9e3779b97f4a7c15u >> 52)
/* How many objects that are over have this mark. An object that is not marked is not over: that
 * is true of nearly all. */
extern _Atomic uint16_t object_marks[4096];
static inline int object_marked(int kind, const void *handle) {
  return atomic_load_explicit(&object_marks[OBJECT_MARK(object_name(kind, handle))],
                              memory_order_relaxed) != 0;
}
/* Whether it is over; the library must not be asked about it then. `by`: what has freed it; may
 * be NULL. */
int object_over(int kind, const void *handle, struct maker *by);
/* Returns 0 if the program has not got the handle from a call. */
int object_maker(int kind, const void *handle, struct maker *m);
/* Before a call: reports the first of its arguments that is over (handles.c). */
void handles_check(struct frame *f);
/* In MPI_Finalize. */
void objects_finalize(struct frame *f);

#endif
