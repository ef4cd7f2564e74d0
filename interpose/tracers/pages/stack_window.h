/* stack_window.h: windows on the stack of the thread that makes them, at trace level `pages`.
 *
 * Pages that lie wholly in the window are views like others. The first and the last page may
 * also hold frames of the running thread. Each of these two is a view while the thread runs the
 * program, and open while it is in MPI. When code uses the stack there it faults, and the
 * access is made on the alias (slots.h). The kernel writes nothing there: all handlers run on
 * an alternate stack of ours (fault_stack.h), system calls are gated, and a fork's child gets
 * the page as it was at the call. There is a limit on what a page may cost, between two MPI
 * calls and by the meter. Beyond it the page is open until a later MPI call returns, and the
 * report counts it. Accesses that another thread makes there while the owner is in MPI are not
 * seen. Accesses to bytes of the page outside the window are not told. */
#ifndef FENCEPOST_FRAMES_H
#define FENCEPOST_FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include "interpose/tracers/shared/meter.h"
#include "view.h"

/* `limited`: there is a limit on the cost (not with --exact=all). */
void frames_begin(int limited);

/* Like view_create and view_drop, for any memory: finds out whether it is on the stack of the
 * calling thread, whose frame is `frame`. */
int frames_create(struct view *v, uintptr_t base, size_t size, int alone, uintptr_t frame);
void frames_drop(const struct view *v);
/* The same for a buffer. MPI keeps its address, and all of its pages are views while the
 * program runs. */
int frames_guard(struct view *v, uintptr_t at, size_t size, uintptr_t frame, enum meter meter);
/* Sets the rights, PROT_*, that the program has in the pages around `at`. */
void frames_rights(uintptr_t at, int rights);
/* These bytes matter, too. */
void frames_also(uintptr_t lo, uintptr_t hi);
/* Regions there were opened, or are no regions any more. */
void frames_update(uintptr_t lo, uintptr_t hi);

/* Called around the outermost MPI call. tracer_around: the calling thread may have such
 * pages. */
void frames_enter(void);
void frames_leave(void);

/* Called in the handler of a fault at `at`: returns whether the page was opened instead. */
int frames_fault(uintptr_t at);
/* Cuts an access to what the windows in the page have of it. Returns 0 if that is nothing. */
int frames_clip(uintptr_t *at, size_t *size);
/* The thread is about to end; or to fork, after which the other two are called. */
void frames_end(void);
void frames_fork(void);
void frames_parent(void);
void frames_forked(void); /* in the child */

#endif
