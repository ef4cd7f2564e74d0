/* completion.h: what the calls that complete requests (completion.c) tell the requests
 * (request.c). They name requests by their entries, found before the call: after it a handle
 * may be another request's, made by another thread. */
#ifndef FENCEPOST_COMPLETION_H
#define FENCEPOST_COMPLETION_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

struct request_entry;

/* What a thread waits for. */
struct completing {
  struct request_entry **held; /* the requests of the call, for the watchdog */
  int held_count;
  struct held **level; /* of calls under way, by depth */
  int levels;
};

struct ended {
  int request; /* index among those of the call */
  int ok;
  const MPI_Status *status;
};

int requests_any(void);
/* The entries of the handles, NULL for those that are not followed. They stay until
 * requests_let. */
void requests_hold(struct frame *f, const MPI_Request *handles, int n,
                   struct request_entry **held);
/* The call has completed some of them: all at once, before any is told to those that wait. */
void requests_let(struct request_entry **held, int n, const struct ended *done, int count);
/* Around requests_let and request_complete, of calls that were given the shared handle: what is
 * complete by another thread's call is told when the second returns. */
void requests_shared_begin(void);
void requests_shared_end(void);
/* Then for each of these that is still held. */
void request_complete(struct frame *f, struct request_entry *e, const struct ended *d);
/* It has found that the operation is complete, and left the request as it is. */
void request_note(struct frame *f, struct request_entry *e, const MPI_Status *status);
/* For hang reports, by another thread: what the active ones among the requests of a call wait
 * for. A receive from any source waits for each rank of its communicator. */
#define WAITED 256
struct waited {
  int unknown, count; /* requests of which that is not known; ranks of the others: */
  int32_t peer[WAITED];
  uint64_t key[WAITED];      /* 0: any */
  unsigned char way[WAITED]; /* enum way */
  uint64_t comm[WAITED];     /* WAY_COLLECTIVE: the key is its number there, */
  unsigned call[WAITED];     /* and this has begun it */
};
void requests_waited(struct request_entry *const *held, int n, struct waited *w);
/* After any call that makes a request; and what is left in MPI_Finalize. */
void request_made(struct frame *f, MPI_Request handle);
void requests_finalize(struct frame *f);

#endif
