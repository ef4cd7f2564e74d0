/* pages.h: trace level `pages`: loads and stores in windows by programs that nobody rebuilt.
 *
 * The memory of a window is mapped twice: without any right where the program has it (its
 * view), and for MPI (the alias). When the program accesses the view, slots.h makes the access
 * on the alias and tells of it. Pointers into views are given to MPI as pointers into the alias
 * (pointers.h). Accesses of MPI itself or of Fencepost to a view are made but not told. Windows
 * for which this is not possible (view.h) stay at level mpi; the report counts them by
 * reason. */
#ifndef FENCEPOST_PAGES_H
#define FENCEPOST_PAGES_H

#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/tracer.h"

/* A buffer that MPI uses gets a view, whose faults are charged to `meter`; pages_freed ends it.
 * Returns 0, or -1 if that is not possible. */
int pages_guard(struct view *v, uintptr_t at, size_t size, enum meter meter);
void pages_freed(struct view *v);
/* A buffer that MPI uses lies partly in regions. */
void pages_part(uintptr_t lo, uintptr_t hi);

#endif
