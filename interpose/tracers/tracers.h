/* tracers.h: all tracers of a trace level together (tracer.h). The rest of interpose/ calls
 * these functions.
 *
 * Accesses are noted where the checker watches. They become events when the next event of the
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
/* Returns whether this process can have the level; `why` as in tracer.h. If so, loads and
 * stores can be followed from then on. */
int tracers_wanted(enum level level, const struct options *o, const char **why);

void tracers_begin(enum level level, const struct options *o);
/* Stops for good; also in the child of a fork. */
void tracers_stop(void);
/* Tells the journal what could not be seen or kept. */
void tracers_end(void);

/* Called with the lock of the world, by check_output. */
void tracers_watch(void *unused, const struct event_run *run, enum watch what);
void tracers_unwatch(void *unused, int window);
void tracers_touched(void *unused, const struct event_run *run, int update);
/* The same: tells what was accessed before `next`. `seq`: number of the last event that was
 * fed. */
void tracers_feed(void (*feed)(struct event *e), const struct event *next, uint64_t seq);

void tracers_fed(void);     /* the same lock: the event has been fed */
int tracers_accessed(void); /* whether the calling thread has accesses to tell */

/* Returns whether no tracer has anything to tell or to do when the calling thread issues an
 * operation with a buffer of `size` bytes, or with -1 completes it, without an event. */
int tracers_pass(int64_t size);
/* Returns whether no tracer would see what the program does with a buffer of `size` bytes that
 * an operation of the calling thread uses from now on, and nothing that the thread has accessed
 * before has to be told. `store`: MPI writes the buffer. */
int tracers_ignore(int64_t size, int store);

/* Called before and after an event is fed, if tracer_events is set. */
void tracers_before(const struct event *e);
void tracers_after(const struct event *e);

/* A window on memory of the program is about to be made. Returns the address that MPI is to
 * use. */
void *tracers_create(struct view *v, void *base, size_t size);
/* MPI has allocated memory for a window; `v` says which address the program is to use. */
void tracers_allocate(struct view *v, const void *base, size_t size);
/* Memory is about to be attached to a dynamic window. MPI uses `base` itself. */
void tracers_attach_memory(struct view *v, void *base, size_t size);
/* The window was freed. */
void tracers_freed(struct view *v);
/* `pointer` points to an address in the window's memory that MPI has returned; it becomes the
 * program's. */
void tracers_address(const struct view *v, void *pointer);

/* The arguments of a call: addresses of buffers become those that MPI knows. */
struct pointers {
  struct frame *frame;
  int described;
  struct uses uses;
};

/* Called in the wrappers of calls; tracer.h says when. */
void tracers_enter(void);
void tracers_leave(void);
void tracers_settle(void);
void tracers_to_mpi(struct pointers *p, void *pointer);

#endif
