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

/* What a tracer has made of a window's memory. */
enum view_kind { VIEW_NONE, VIEW_CREATED, VIEW_MAPPED, VIEW_WATCHED };
struct view {
  enum view_kind kind;
  uintptr_t lo, hi; /* the pages that are mapped twice, or the bytes that are watched */
  intptr_t delta;   /* to MPI's address */
};

/* When memory of the program becomes a window's, each tracer that could see accesses there is
 * asked in turn. */
enum view_turn {
  TURN_FEW,  /* the memory is only a few bytes: nothing has to be mapped to see them */
  TURN_ALL,  /* all of them */
  TURN_PART, /* as many as can be */
  TURN_NONE  /* no tracer could; it may be counted now */
};

struct pointers;

struct tracer {
  /* Returns whether this process can have the level. Sets `why` to the reason for either
   * answer, in words that last until the next call. NULL: it always can. */
  int (*wanted)(const struct options *o, const char **why);
  /* Called when the library is loaded; around the call that starts MPI; and when all threads of
   * MPI and of ours exist. Called for all tracers, whatever the level is. */
  void (*attach)(struct hooks_modules *modules, struct hooks_calls *calls);
  void (*before_init)(void);
  void (*after_init)(void);
  void (*started)(void);
  /* The calling thread is one of ours, so its accesses are not told. */
  void (*leave_out)(void);

  /* The ranks have agreed on the level. `give_up` makes all tracers stop, also from signal
   * handlers. */
  void (*begin)(void (*give_up)(void));
  /* Stops for good; also in the child of a fork. */
  void (*stop)(void);
  /* Tells the journal what could not be seen. */
  void (*end)(void);

  /* These five are called with the lock of the world. The first says that memory matters from
   * now on, the second that some memory of a window or of a buffer no longer does, the third
   * that an operation has accessed some. */
  void (*watch)(const struct event_run *run, enum watch what);
  void (*unwatch)(int window);
  void (*touched)(const struct event_run *run, int update);
  /* Everything accessed so far has been told. `feed`: feeds further events. */
  void (*segment)(void (*feed)(struct event *e));
  /* The checker has dealt with an event: what no longer matters by that can be left alone
   * before the program goes on. */
  void (*fed)(void);
  /* Returns whether any accesses in windows were left out because of their cost. If so, those
   * by which threads and processes order themselves may have been missed. */
  int (*missed)(void);

  /* Returns whether nothing has to be told, and `before` and `after` have nothing to do, when
   * an operation with a buffer of `size` bytes, or with -1 the call that completes it, makes no
   * event (known_op.h). May count what is left out. NULL: so it is. */
  int (*passes)(int64_t size);

  /* Returns whether the tracer leaves out a buffer of `size` bytes, outside windows, that an
   * operation uses from now on, and counts that then. `store`: MPI writes it. NULL: it leaves
   * out all of them. */
  int (*ignores)(int64_t size, int store);

  /* Called before and after an event is fed, if tracer_events is set. */
  void (*before)(const struct event *e);
  void (*after)(const struct event *e);

  /* Memory of the program, which MPI is to access at `view->delta`. Returns whether that was
   * done. */
  int (*create)(struct view *v, uintptr_t base, size_t size, enum view_turn turn);
  /* Memory of MPI, which the program is to access at another address. */
  void (*allocate)(struct view *v, uintptr_t base, size_t size);
  /* Returns whether memory that the program attaches can have a view, although MPI uses the
   * program's address. Counts if not. NULL: it can. */
  int (*attachable)(void);
  void (*freed)(struct view *v);

  /* The first two run around the outermost MPI call of a thread, if tracer_around is set; the
   * third at the end of any call, if tracer_due is set. */
  void (*enter)(void);
  void (*leave)(void);
  void (*settle)(void);
  /* Gets a pointer to a pointer that MPI is about to get, if tracer_views is set. */
  void (*to_mpi)(struct pointers *p, void *pointer);
};

#define TRACER(NAME, name, ...) extern const struct tracer tracer_##name;
#define BESIDE(NAME, name, ...) extern const struct tracer tracer_##name;
#include "include/tracers.def"
#include "interpose/base/internal.h"

/* Tracers set these variables, so wrappers need not call them when there is nothing to do. */
extern _Atomic int tracer_events;       /* `before` and `after` have something to do */
extern INTERNAL _Atomic int tracer_due; /* `settle` has something to do, once */
extern INTERNAL int tracer_views;       /* some memory has, or had, another address for MPI */
/* Some memory of the calling thread may be open while it is in MPI: `enter` and `leave` have
 * something to do. */
extern INTERNAL __thread int tracer_around __attribute__((tls_model("initial-exec")));

#endif
