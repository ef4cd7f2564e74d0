/* grequest.h: generalized requests (section 12.2), told to the checker.
 *
 * The library is given callbacks of ours and, as extra_state, a `struct grequest`, which holds
 * the program's. Ours do what the program's would and return what they return; the program's
 * see its own extra_state, the status that the library passes, and their own language's calling
 * convention. A grequest lives until its free_fn has run, and is used again only
 * GREQ_QUARANTINE requests later: a broken program may make a library call free_fn twice. */
#ifndef FENCEPOST_GREQ_H
#define FENCEPOST_GREQ_H

#include "interpose/data/extra_state.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

#define GREQ_QUARANTINE 1024

/* A callback that is running; the thread has the innermost. */
#define CALLBACKS 8
struct callback {
  const struct grequest *of;
  int which;               /* enum greq_callback */
  int depth;               /* of calls that it makes */
  const void *status;      /* query_fn: what it is to fill, */
  int elements, cancelled; /* and which calls were made on it */
  int again;               /* it ran once more inside itself, with the same status */
};

/* Codes that callbacks have returned, in calls that are under way. */
#define GREQ_CODES 8
struct greq_code {
  uint64_t handle;
  int which, code, depth;
};

/* What a thread has to do with generalized requests. */
struct greq_thread {
  struct callback running[CALLBACKS]; /* thread.h has their number */
  int unfinished;      /* calls under way are to be looked at when they return: */
  struct stuck *stuck; /* greq_stuck.c: one that waits for a generalized request, */
  struct greq_code code[GREQ_CODES]; /* those in which callbacks have returned errors */
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

/* Some generalized request was started. */
extern _Atomic int greq_started;

/* grequest.c */
struct grequest *grequest_new(void); /* NULL: out of memory, checking is off */
void grequest_free(struct grequest *g);
uint64_t greq_number(MPI_Request handle);
/* With what is the same for all steps filled in; the stack only if asked for. */
void greq_event(struct event *e, const struct frame *f, int step, int stack);
void greq_called(struct frame *f); /* greq_nested.c: a call is made in a callback */
struct callback *
callback_of(const struct thread *t);               /* greq_callback.c: the innermost, or NULL */
struct greq_thread *greq_thread(struct thread *t); /* made if need be; NULL: no memory */
/* After a call of a thread that has something unfinished. */
void greq_after(struct frame *f, int rc);
/* A call has made a request: `argument` is that of role REQUEST_OUT. */
void greq_other(struct frame *f, int rc, const void *argument);
void greq_buried(MPI_Request handle); /* its free_fn runs */
/* Whether the thread level lets this thread not call MPI now. */
int greq_forbidden(const struct thread *t);
/* An MPI_Grequest_start of any kind is about to run, and has returned. */
struct grequest *greq_wrap(struct frame *f, void **state, MPI_Grequest_query_function *query,
                           MPI_Grequest_free_function *release,
                           MPI_Grequest_cancel_function *cancel);
void greq_made(struct frame *f, const MPI_Request *request);
#define GREQ_FN(type, function) ((type *)(void (*)(void))(function))

/* greq_callback.c: what the library is given in place of the program's callbacks */
int callback_query(void *state, MPI_Status *status, MPI_Fint *error);
int callback_free(void *state, MPI_Fint *error);
int callback_cancel(void *state, uintptr_t complete, MPI_Fint *error);
#if HAS_POLLED
int callback_poll(void *state, MPI_Status *status);
int callback_wait(int count, void **states, double timeout, MPI_Status *status);
#endif
/* The status argument of a call that may run callbacks: MPI_STATUS(ES)_IGNORE. */
void callback_ignores(const struct frame *f, int ignored);

/* greq_stuck.c: waits that nothing can end */
void stuck_before(void);  /* MPI_Init is called, */
void stuck_prepare(void); /* is over */
void stuck_enter(struct frame *f, struct event *wait);
void stuck_leave(struct thread *t);
void stuck_look(void); /* by the watchdog */
/* Whether the thread has not ended; and how many threads of the program have not called MPI
 * yet, -1: it is not known. */
int stuck_alive(const struct thread *t);
int stuck_free(void);

#endif
