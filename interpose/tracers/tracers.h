/* tracers.h: all tracers of a trace level together (tracer.h): what the rest of interpose/
 * calls.
 *
 * Accesses are noted where the checker watches and become events when the next event of the
 * process is fed (segment.h). Costs a call through a pointer for each tracer that has something
 * to do. */
#ifndef FENCEPOST_TRACERS_H
#define FENCEPOST_TRACERS_H

#include "interpose/data/use.h"
#include "interpose/tracers/shared/tracer.h"

enum level {
#define TRACER(NAME, ...) LEVEL_##NAME,
#include "include/tracers.def"
  LEVELS
};

void tracers_attach(struct hooks_modules *modules, struct hooks_calls *calls);
void tracers_before_init(void);
void tracers_after_init(void);
void tracers_started(void);
void tracers_leave_out(void);
/* Whether this process can have the level; `why` as in tracer.h. Then loads and stores can be
 * followed from here on. */
int tracers_wanted(enum level level, const struct options *o, const char **why);

void tracers_begin(enum level level, const struct options *o);
/* Off for good; also in the child of a fork. */
void tracers_stop(void);
/* Tells the journal what could not be seen or kept. */
void tracers_end(void);

/* With the lock of the world; check_output has them. */
void tracers_watch(void *unused, const struct event_run *run, enum watch what);
void tracers_unwatch(void *unused, int window);
void tracers_touched(void *unused, const struct event_run *run, int update);
/* The same: what was accessed before `next`. `seq`: of the last event that was fed. */
void tracers_feed(void (*feed)(struct event *e), const struct event *next, uint64_t seq);

/* Around the feeding of an event, if tracer_events. */
void tracers_before(const struct event *e);
void tracers_after(const struct event *e);

/* A window on memory of the program is about to be made. Returns where MPI is to see it. */
void *tracers_create(struct view *v, void *base, size_t size);
/* MPI has allocated memory for a window: where the program is to see it `v` knows. */
void tracers_allocate(struct view *v, const void *base, size_t size);
/* A part of a dynamic window is about to be attached: MPI goes on to use `base`. */
void tracers_attach_memory(struct view *v, void *base, size_t size);
/* The window was freed. */
void tracers_freed(struct view *v);
/* `pointer`: to an address in the window's memory that MPI has told; becomes the program's. */
void tracers_address(const struct view *v, void *pointer);

/* The arguments of a call, whose buffers MPI may know by other addresses. */
struct pointers {
  struct frame *frame;
  int described;
  struct uses uses;
};

/* In the wrappers of calls; tracer.h says when. */
void tracers_enter(void);
void tracers_leave(void);
void tracers_settle(void);
void tracers_to_mpi(struct pointers *p, void *pointer);

#endif
