/* grequest.h: generalized requests (section 12.2), told to the checker.
 *
 * The library gets our callbacks and, as extra_state, a `struct grequest`, which holds the
 * program's. Ours do what the program's would and return what they return; the program's see
 * its own extra_state, the status that the library passes, and their own language's calling
 * convention. A grequest lives until its free_fn has run, and is used again only
 * GREQ_QUARANTINE requests later: a broken program may make a library call free_fn twice. */
#ifndef FENCEPOST_GREQ_H
#define FENCEPOST_GREQ_H

#include "interpose/data/extra_state.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "interpose/base/internal.h"

#define GREQ_QUARANTINE 1024

/* A callback that is running. callback_of gives the thread's innermost one. */
#define CALLBACKS 8
struct callback {
  const struct grequest *of;
  int which;          /* enum greq_callback */
  int depth;          /* depth of the calls that it makes */
  const void *status; /* the status that query_fn has to fill, */
  /* And whether the program has called MPI_Status_set_elements and _set_cancelled on it. */
  int elements, cancelled;
  /* It ran once more inside itself, with the same status, or has freed its request. */
  int again;
};

/* A code that a callback has returned in a call that is still under way. */
#define GREQ_CODES 8
struct greq_code {
  uint64_t handle;
  int which, code, depth;
};

/* What a thread keeps about generalized requests. */
struct greq_thread {
  struct callback running[CALLBACKS]; /* thread.h counts them */
  int unfinished;      /* some calls under way have to be looked at when they return: */
  struct stuck *stuck; /* greq_stuck.c: the one that waits for a generalized request, */
  struct greq_code code[GREQ_CODES]; /* and those in which callbacks have returned errors */
  int codes;
};

struct grequest {
  MPI_Grequest_query_function *query;
  MPI_Grequest_free_function *free;
  MPI_Grequest_cancel_function *cancel;
#if HAS_POLLED
  MPIX_Grequest_poll_function *poll;
  MPIX_Grequest_wait_function *wait;
#endif
  void *state;
  struct extra extra;
  MPI_Request handle;
  int fortran; /* the callbacks are */
  int polled;  /* has poll or wait */
  int queries;
  struct grequest *next;
};

/* Set once some generalized request was started. */
extern INTERNAL _Atomic int greq_started;

/* grequest.c */
struct grequest *grequest_new(void); /* NULL: memory ran out, and checking was switched off */
void grequest_free(struct grequest *g);
uint64_t greq_number(MPI_Request handle);
/* Fills in what all steps have in common; takes the stack only if asked to. */
void greq_event(struct event *e, const struct frame *f, int step, int stack);
void greq_called(struct frame *f); /* greq_nested.c: a callback makes a call */
struct callback *
callback_of(const struct thread *t); /* greq_callback.c: the innermost one, or NULL */
struct greq_thread *greq_thread(struct thread *t); /* made when first needed; NULL: no memory */
/* Called after a call of a thread that has unfinished calls. */
void greq_after(struct frame *f, int rc);
/* A call has made a request; `argument` is the one with role REQUEST_OUT. */
void greq_other(struct frame *f, int rc, const void *argument);
void greq_buried(MPI_Request handle); /* its free_fn runs */
/* Returns whether the thread level forbids this thread to call MPI now. */
int greq_forbidden(const struct thread *t);
/* The first runs before an MPI_Grequest_start of any kind, the second after it. */
struct grequest *greq_wrap(struct frame *f, void **state, MPI_Grequest_query_function *query,
                           MPI_Grequest_free_function *release,
                           MPI_Grequest_cancel_function *cancel);
void greq_made(struct frame *f, const MPI_Request *request);
#define GREQ_FN(type, function) ((type *)(void (*)(void))(function))

/* greq_untold.c */
/* Feeds an event, after what was kept back of its requests. */
void greq_tell(struct event *e);
/* A request was started, completed, or its free_fn runs in the call `f`, as it should be. The
 * last two return 0 if the caller has to tell. */
void untold_start(const struct frame *f, uint64_t handle);
int untold_complete(const struct frame *f, uint64_t handle);
int untold_free(const struct frame *f, uint64_t handle);
/* Tells what was kept back of the requests of an event. */
void untold_tell(const struct event *e);
/* Returns whether the checker need not look at a wait for these requests, or a test. */
int untold_fine(const MPI_Request *requests, int n, enum greq_how how);
int untold_knows(uint64_t handle);
void untold_end(void); /* the checker is about to look at all requests */

/* greq_callback.c: what the library gets in place of the program's callbacks. */
int callback_query(void *state, MPI_Status *status, MPI_Fint *error);
int callback_free(void *state, MPI_Fint *error);
int callback_cancel(void *state, uintptr_t complete, MPI_Fint *error);
#if HAS_POLLED
int callback_poll(void *state, MPI_Status *status);
int callback_wait(int count, void **states, double timeout, MPI_Status *status);
#endif
/* Returns the status argument of a call that may run callbacks, or MPI_STATUS(ES)_IGNORE. */
void callback_ignores(const struct frame *f, int ignored);

/* greq_stuck.c: waits that nothing can end. */
void stuck_before(void);  /* MPI_Init is about to be called, */
void stuck_prepare(void); /* is over */
void stuck_enter(struct frame *f, struct event *wait);
void stuck_leave(struct thread *t);
void stuck_look(void); /* by the watchdog */
/* The first returns whether the thread has not ended. The second returns how many threads of
 * the program have not called MPI yet, and do not wait until another thread wakes them; -1: not
 * known. */
int stuck_alive(const struct thread *t);
int stuck_free(void);

#endif
