/* view.h: the memory of windows, as the program sees it at trace level `pages`.
 *
 * A window on memory of the program (MPI_Win_create, MPI_Win_attach): its pages become views
 * where they are, with all else that lies in them, and MPI is given their alias. They are
 * counted, since windows may overlap. When the last window is freed they become ordinary memory
 * again; if MPI or another thread may still use the alias they stay shared with it, but open.
 *
 * A window on memory of MPI (MPI_Win_allocate, MPI_Win_allocate_shared): the program gets a
 * view elsewhere; MPI's own memory is the alias. Where that is private it is made shared first,
 * and stays so.
 *
 * All of it costs system calls, and copying where memory is private. */
#ifndef FENCEPOST_VIEW_H
#define FENCEPOST_VIEW_H

#include <stddef.h>
#include <stdint.h>
#include "mapping.h"
#include "interpose/tracers/shared/tracer.h"

/* Why there is no view: an enum mapping, or */
enum view_failure {
  VIEW_OF_OTHER = MAPPINGS, /* its pages hold other memory that cannot go with it */
  VIEW_HOSTS,               /* the same, with other hosts about */
  VIEW_NO_ROOM,
  VIEW_FAILURES
};

enum view_care {
  VIEW_ALONE = 1, /* no other memory may go with it */
  VIEW_FRAMES = 2 /* the calling thread's stack may (stack_window.h) */
};

/* A window on memory of the program, on memory of MPI. 0: `v` is one; else the reason. */
int view_create(struct view *v, uintptr_t base, size_t size, enum view_care care);
int view_map(struct view *v, uintptr_t base, size_t size);
/* The window is gone. */
void view_drop(const struct view *v);

/* The program is about to change the mapping of this memory by the system call `number`: it is
 * its own from now on, as far as the call needs. Returns how many regions it was. For the
 * handler of that call (gate.h): allocates nothing. */
int view_leave(uintptr_t lo, uintptr_t hi, long number);

/* Around a fork, whose child gets what it would have got: private memory is its own. */
void view_fork_prepare(void);
void view_fork_parent(void);
void view_fork_child(void);

#endif
