/* stack_window.h: windows on the stack of the thread that makes them, at trace level `pages`.
 *
 * Pages that lie in the window are views like others. The first and the last may hold frames of
 * the running thread, too: each is a view while the thread runs the program and open while it
 * is in MPI. What uses the stack there faults, and is done on the alias (slots.h). The kernel
 * writes nothing there: all handlers run on an alternate stack of ours (fault_stack.h), system
 * calls are gated, and a fork's child gets the page as it was at the call. What a page may cost
 * is limited, between two MPI calls and by the meter: beyond that it is open
 * until a later MPI call returns, and the report counts it. What another thread accesses there
 * while the owner is in MPI is not seen; nor do accesses to other bytes of the page count as
 * any. */
#ifndef FENCEPOST_FRAMES_H
#define FENCEPOST_FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include "interpose/tracers/shared/meter.h"
#include "view.h"

/* `limited`: not without regard to the cost (--exact=all). */
void frames_begin(int limited);

/* As view_create and view_drop, for any memory: here it is found whether it is on the stack of
 * the calling thread, which is at `frame`. */
int frames_create(struct view *v, uintptr_t base, size_t size, int alone, uintptr_t frame);
void frames_drop(const struct view *v);
/* The same for a buffer that MPI has the address of, which stays as it is: all of its pages are
 * views while the program runs. */
int frames_guard(struct view *v, uintptr_t at, size_t size, uintptr_t frame, enum meter meter);
/* What the program may do, PROT_*, in the pages that `at` is one of. */
void frames_rights(uintptr_t at, int rights);
/* These bytes matter, too. */
void frames_also(uintptr_t lo, uintptr_t hi);
/* Regions there were opened, or are none any more. */
void frames_update(uintptr_t lo, uintptr_t hi);

/* Around the outermost MPI call; tracer_around: the calling thread may have such pages. */
void frames_enter(void);
void frames_leave(void);

/* In the handler of a fault at `at`: returns whether the page was opened instead. */
int frames_fault(uintptr_t at);
/* Of an access, what the windows in the page have of it; 0: none. */
int frames_clip(uintptr_t *at, size_t *size);
/* The thread is about to end, or to fork, after which come: */
void frames_end(void);
void frames_fork(void);
void frames_parent(void);
void frames_forked(void); /* in the child */

#endif
