/* completion.h: what the calls that complete requests (completion.c) tell the requests
 * (request.c). They name requests by their entries, found before the call: after it a handle
 * may be another request's, made by another thread. */
#ifndef FENCEPOST_COMPLETION_H
#define FENCEPOST_COMPLETION_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "interpose/handles/maker.h"

struct request_entry;

/* The requests that a thread waits for. */
struct completing {
  struct request_entry **held; /* entries of the call's requests, for the watchdog */
  int held_count;
  struct held **level; /* calls under way, by depth */
  int levels;
};

struct ended {
  int request; /* number of the request among those of the call */
  int ok;
  const MPI_Status *status;
};

int requests_any(void);
/* Finds the entries of the handles, NULL for requests that are not followed. They stay until
 * requests_let. */
void requests_hold(struct frame *f, const MPI_Request *handles, int n,
                   struct request_entry **held);
/* The call has completed some of them. All are marked at once, before any owner is told. */
void requests_let(struct request_entry **held, int n, const struct ended *done, int count);
/* Completes the operations with this shared handle that this thread has started; -1: those of
 * all threads but the calling one. */
void requests_complete_of(struct frame *f, MPI_Request handle, int starter);
/* Called around requests_let and request_complete, for calls that were given the shared handle.
 * Operations that another thread's call completes meanwhile are told when the second
 * returns. */
void requests_shared_begin(void);
void requests_shared_end(void);
/* Called after that for each of these that is still held. */
void request_complete(struct frame *f, struct request_entry *e, const struct ended *d);
/* The call has found that the operation is complete, but has left the request as it is. */
void request_note(struct frame *f, struct request_entry *e, const MPI_Status *status);
/* For reports of hangs, called by another thread: what the active requests of a call wait for.
 * A receive from any source waits for each rank of its communicator. */
#define WAITED 256
struct waited {
  /* Number of requests for which this is not known; number of the others, and their ranks: */
  int unknown, count;
  int wild;   /* of these, how many stand for a receive that any of several can end */
  int nobody; /* number of those that are complete, because they wait for nobody */
  int32_t peer[WAITED];
  uint64_t key[WAITED];      /* 0: any */
  unsigned char way[WAITED]; /* enum way */
  /* WAY_COLLECTIVE, WAY_STARTED, WAY_FILE: the communicator or file that the key is about
   * (request_peer). */
  uint64_t on[WAITED];
  struct maker maker[WAITED]; /* the call that has begun the operation */
};
/* `all`: the call needs all of them, so that both messages of one that sends and receives
 * count.
 */
void requests_waited(struct request_entry *const *held, int n, int all, struct waited *w);
/* The first runs after any call that makes a request; the second reports what is left in
 * MPI_Finalize. */
void request_made(struct frame *f, MPI_Request handle);
void requests_finalize(struct frame *f);

#endif
