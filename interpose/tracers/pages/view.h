/* view.h: the memory of windows as the program sees it at trace level `pages`.
 *
 * A window on memory of the program (MPI_Win_create, MPI_Win_attach): its pages become views
 * where they are, with everything else that lies in them, and MPI gets their alias. They are
 * counted, because windows may overlap. When the last window is freed they become ordinary
 * memory again. If MPI or another thread may still use the alias, they stay shared with it, but
 * open.
 *
 * A window on memory of MPI (MPI_Win_allocate, MPI_Win_allocate_shared): the program gets a
 * view at another address, and MPI's own memory is the alias. If that memory is private it is
 * made shared first, and stays so.
 *
 * All of this costs system calls, and copying if memory is private. So memory that becomes a
 * view again and again, as that of a window made in each turn of a loop, lingers in between: it
 * stays mapped twice, but open. So does all memory of windows once there were hundreds. */
#ifndef FENCEPOST_VIEW_H
#define FENCEPOST_VIEW_H

#include <stddef.h>
#include <stdint.h>
#include "mapping.h"
#include "interpose/runtimes/given_stacks.h"
#include "interpose/tracers/shared/tracer.h"

/* Why there is no view: an enum mapping, or one of these */
enum view_failure {
  VIEW_OF_OTHER = MAPPINGS, /* its pages hold other memory that must not become a view */
  VIEW_HOSTS,               /* the same, because there are other hosts */
  VIEW_NO_ROOM,
  VIEW_FAILURES
};

enum view_care {
  VIEW_ALONE = 1, /* no other memory may become part of the view */
  VIEW_FRAMES = 2 /* the calling thread's stack may be in it (stack_window.h) */
};

/* The first is for a window on memory of the program, the second for one on memory of MPI.
 * Returns 0 if `v` is a view, else the reason. */
int view_create(struct view *v, uintptr_t base, size_t size, enum view_care care);
int view_map(struct view *v, uintptr_t base, size_t size);
/* The window was freed. `may_linger`: the memory has no part of a stack. */
void view_drop(const struct view *v, int may_linger);

/* Where memory is noted that threads have as their stacks. It becomes no view while they live.
 */
void view_stacks(const struct given_stacks *given);
/* A thread is about to get this memory as its stack. Views there are left open for good.
 * Returns whether any was not open before. */
int view_give(uintptr_t lo, uintptr_t hi);

/* So many regions may linger, because each is a mapping more. */
#define VIEW_LINGERS_MOST 1024
/* Whether some memory may linger. The second makes it ordinary memory again if `over` is set,
 * and unmaps what view_left_behind tells of. */
int view_lingers(void);
void view_settle(int over);

/* The program is about to change the mapping of this memory by the system call `number`, so it
 * becomes its own as far as the call needs. Returns how many regions it was. For the handler of
 * that call (gate.h): allocates nothing. */
int view_leave(uintptr_t lo, uintptr_t hi, long number);

/* Aliases of memory that lingered until then, and that the handler must not unmap: whether
 * there are some; unmaps them. */
int view_left_behind(void);
void view_unmap_left(void);

/* Called around a fork, so that private memory of the child is its own. */
void view_fork_prepare(void);
void view_fork_parent(void);
void view_fork_child(void);

#endif
