/* tracer.h: a tracer is a way of seeing the loads and stores that the program itself makes.
 *
 * include/tracers.def has a row for each, with what it cannot see and what it may cost
 * (meter.h); the folder of its name has its `struct tracer`. The rest of interpose/ knows no
 * tracer by name: it calls tracers.h. So a new one is a row and a folder. What a tracer sees it
 * gives to record.h. A function that is NULL does nothing. */
#ifndef FENCEPOST_TRACER_H
#define FENCEPOST_TRACER_H

#include <stddef.h>
#include <stdint.h>
#include "include/check.h"
#include "interpose/base/thread.h"
#include "interpose/hooks/modules.h"
#include "report/journal/options.h"

/* The memory of a window, as far as a tracer has made something of it. */
enum view_kind { VIEW_NONE, VIEW_CREATED, VIEW_MAPPED, VIEW_WATCHED };
struct view {
  enum view_kind kind;
  uintptr_t lo, hi; /* whole pages, or the bytes that are watched */
  intptr_t delta;   /* to MPI's address */
};

/* Memory of the program becomes a window's: who can see accesses there is asked in turn. */
enum view_turn {
  TURN_FEW,  /* so few bytes that nothing need be made of the memory */
  TURN_ALL,  /* all of them */
  TURN_PART, /* as many as can be */
  TURN_NONE  /* nobody could: it may be counted */
};

struct pointers;

struct tracer {
  /* Whether this process can have the level. Sets `why`, whose words hold until the next call:
   * the reason, either way. NULL: it always can. */
  int (*wanted)(const struct options *o, const char **why);
  /* When the library is loaded; around the call that starts MPI; when all threads of MPI and of
   * ours are there. Of all tracers, whatever the level. */
  void (*attach)(struct hooks_modules *modules, struct hooks_calls *calls);
  void (*before_init)(void);
  void (*after_init)(void);
  void (*started)(void);
  /* The calling thread is ours: of what it accesses nothing is told. */
  void (*leave_out)(void);

  /* The ranks have agreed on the level. `give_up` stops all tracers, in handlers of signals,
   * too. */
  void (*begin)(void (*give_up)(void));
  /* Off for good; also in the child of a fork. */
  void (*stop)(void);
  /* Tells the journal what could not be seen. */
  void (*end)(void);

  /* With the lock of the world. This memory is of interest from now on; some is so no more, of
   * a window or of a buffer; an operation has accessed some. */
  void (*watch)(const struct event_run *run, enum watch what);
  void (*unwatch)(int window);
  void (*touched)(const struct event_run *run, int update);
  /* What was accessed until now has been told. `feed`: for events besides. */
  void (*segment)(void (*feed)(struct event *e));
  /* Whether any accesses in windows were left out for what they cost: how threads and processes
   * order themselves may have been missed. */
  int (*missed)(void);

  /* Around the feeding of an event, if tracer_events. */
  void (*before)(const struct event *e);
  void (*after)(const struct event *e);

  /* Memory of the program, which MPI is to see at `view->delta`. Returns whether it is done. */
  int (*create)(struct view *v, uintptr_t base, size_t size, enum view_turn turn);
  /* Memory of MPI, which the program is to see elsewhere. */
  void (*allocate)(struct view *v, uintptr_t base, size_t size);
  /* Memory of the program that is attached can have a view, though MPI goes on to use its
   * address. Counts when not. NULL: it can. */
  int (*attachable)(void);
  void (*freed)(struct view *v);

  /* Around the outermost MPI call of a thread, if tracer_around; at the end of any call, if
   * tracer_due. */
  void (*enter)(void);
  void (*leave)(void);
  void (*settle)(void);
  /* A pointer to a pointer to a buffer, on its way to MPI, if tracer_views. */
  void (*to_mpi)(struct pointers *p, void *pointer);
};

#define TRACER(NAME, name, ...) extern const struct tracer tracer_##name;
#define BESIDE(NAME, name, ...) extern const struct tracer tracer_##name;
#include "include/tracers.def"

/* Tracers set these, so that wrappers of calls need not ask when there is nothing to do. */
extern _Atomic int tracer_events; /* `before` and `after` are wanted */
extern _Atomic int tracer_due;    /* so is `settle`, once */
extern int tracer_views;          /* some memory has, or had, another address for MPI */
/* The calling thread may have memory that is open while it is in MPI: `enter` and `leave`. */
extern __thread int tracer_around __attribute__((tls_model("initial-exec")));

#endif
