/* pages.h: trace level `pages`: loads and stores of programs nobody rebuilt, in windows.
 *
 * The memory of a window is mapped twice: where the program has it without any right (its
 * view), and for MPI (the alias). slots.h has what the program accesses in the view done on the
 * alias, and told. Pointers into views are given to MPI as ones into the alias (pointers.h).
 * What MPI itself or Fencepost accesses in a view is done, not told. Windows for which that
 * cannot be (view.h) stay at level mpi; the report counts them, by reason. */
#ifndef FENCEPOST_PAGES_H
#define FENCEPOST_PAGES_H

#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/tracer.h"

/* A buffer that MPI has becomes a view, whose faults `meter` pays; pages_freed ends it. 0, or
 * -1: it cannot be. */
int pages_guard(struct view *v, uintptr_t at, size_t size, enum meter meter);
void pages_freed(struct view *v);
/* A buffer of MPI lies in regions partly. */
void pages_part(uintptr_t lo, uintptr_t hi);

#endif
