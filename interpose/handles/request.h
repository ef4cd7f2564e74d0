/* request.h: what the checker follows of the program's requests, by handle.
 *
 * Several parts of Fencepost may wait for one request. A handle may stand for several
 * operations at once where a library gives the same one to all that are complete when they
 * start; one that is known to be shared so is not followed. The statuses that the program
 * ignores are asked for all the same. Costs nothing while there is no request. */
#ifndef FENCEPOST_REQUEST_H
#define FENCEPOST_REQUEST_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"

struct request_entry; /* one request */

/* Something that waits for a request: embedded first in the owner's struct, malloc'ed by the
 * owner. */
struct pending_request {
  struct pending_request *next; /* others on the same operation; owned by request.c, like: */
  /* The call of `f` completed the request; `status` is its status (never MPI_STATUS_IGNORE;
   * NULL if there is none). `ok` 0: it ended in error or was cancelled. Once per start of a
   * persistent request. */
  void (*complete)(struct pending_request *p, struct frame *f, const MPI_Status *status,
                   int ok);
  /* Persistent only: MPI_Start or MPI_Startall is about to run. */
  void (*start)(struct pending_request *p, struct frame *f);
  /* The handle is gone (MPI_Request_free of an active or inactive request, or a completed
   * request that is not persistent): frees p. */
  void (*drop)(struct pending_request *p, struct frame *f);
  /* MPI_Cancel is about to run. May be NULL, like start. */
  void (*cancel)(struct pending_request *p, struct frame *f);
  /* A call that waits for this request (not for any of several) is about to run. May be NULL.
   */
  void (*wait)(struct pending_request *p, struct frame *f);
  struct request_entry *entry;
};

/* 0: it cannot be followed (a null handle; or the handle that a library shares among all
 * operations that are complete at once: then the operation is complete now). */
int request_follow(MPI_Request handle, struct pending_request *p, int persistent);
/* For what must last until the program completes the operation, even if it is complete now (the
 * use of its buffers). All operations of the shared handle count as completed when one is. */
int request_follow_shared(MPI_Request handle, struct pending_request *p);
/* Whether it is that handle: it tells no two operations apart. */
extern MPI_Request request_shared_handle;
static inline int request_shared(MPI_Request handle) {
  return library_request_built_in(handle) || handle == request_shared_handle;
}
/* Once, when the world begins. */
void requests_begin(void);
/* The one that has this `start` among those that follow a persistent request, or NULL. */
struct pending_request *request_find(MPI_Request handle,
                                     void (*start)(struct pending_request *, struct frame *));
/* Before a call that does not complete it: reports a request that is over. */
void request_check(struct frame *f, MPI_Request handle);
/* Asks the library without completing the request: 1 and its status when it is complete, 0 when
 * it is not or a thread of the program is waiting for it now. */
int request_ask(struct pending_request *p, MPI_Status *status);
/* Whom the operation waits for, for hang reports: a process of the world, or any of `any`, held
 * by the owner; `key` (edge.h) tells tag and communicator, 0: any. WAY_SELF: for
 * MPI_Grequest_complete. WAY_COLLECTIVE: for the part of `rank`, or of all in `any`, in the
 * key-th collective call on `any`. */
enum way { WAY_OTHER, WAY_SEND, WAY_RECEIVE, WAY_SELF, WAY_COLLECTIVE, WAYS };
struct comm;
void request_peer(struct pending_request *p, enum way way, int32_t rank, const struct comm *any,
                  uint64_t key);
/* Which call made it, for misuse_feed; 0: it is not followed. */
struct maker;
int request_maker(const struct pending_request *p, struct maker *m);
/* The one counter of ids for event_op.request and event_access.request. */
uint64_t request_number(void);

#endif
