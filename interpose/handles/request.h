/* request.h: the program's requests, found by their handles, and who wants to know when they
 * end.
 *
 * Several parts of Fencepost may wait for one request. A library may give the same handle to
 * all operations that are complete when they start. A handle that is known to be shared like
 * this is not followed. We ask for statuses even if the program ignores them. Costs nothing
 * while there is no request. */
#ifndef FENCEPOST_REQUEST_H
#define FENCEPOST_REQUEST_H

#include <stdint.h>
#include "maker.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "interpose/base/internal.h"

struct request_entry; /* one request */
struct comm;
enum way {
  WAY_OTHER,
  WAY_SEND,
  WAY_RECEIVE,
  WAY_SELF,
  WAY_COLLECTIVE,
  WAY_STARTED,
  WAY_FILE,
  WAY_NOBODY,
  WAYS
};

/* Something that waits for a request. It is the first member of its owner's struct, which the
 * owner has allocated with malloc. */
struct pending_request {
  /* Others that wait for the same operation; set by request.c, like these: */
  struct pending_request *next;
  /* The call of `f` completed the request; `status` is its status (never MPI_STATUS_IGNORE;
   * NULL if there is none). `ok` 0: it ended in error or was cancelled. Called once for each
   * start of a persistent request. */
  void (*complete)(struct pending_request *p, struct frame *f, const MPI_Status *status,
                   int ok);
  /* In place of complete and drop, for a request that is not persistent and ended well. May be
   * NULL. */
  void (*end)(struct pending_request *p, struct frame *f, const MPI_Status *status);
  /* For persistent requests only: MPI_Start or MPI_Startall is about to run. */
  void (*start)(struct pending_request *p, struct frame *f);
  /* The handle no longer exists (MPI_Request_free of an active or inactive request, or
   * completion of one that is not persistent). Frees p. */
  void (*drop)(struct pending_request *p, struct frame *f);
  /* MPI_Cancel is about to run. May be NULL, like start. */
  void (*cancel)(struct pending_request *p, struct frame *f);
  /* A call that waits for this very request is about to run, not one that waits for any of
   * several. May be NULL. */
  void (*wait)(struct pending_request *p, struct frame *f);
  struct request_entry *entry;
};

/* Returns 0 if the request cannot be followed: its handle is null, or is the one that all
 * operations share which are complete at once. In the second case the operation is complete
 * now. */
int request_follow(MPI_Request handle, struct pending_request *p, int persistent);
/* The same for the only thing that waits for a request that is not persistent, by a call of
 * which all of this is known. */
struct request_like {
  struct maker maker;
  enum way way; /* as for request_peer */
  int32_t peer;
  const struct comm *any;
  uint64_t key;
};
int request_follow_like(MPI_Request handle, const struct request_like *like,
                        struct pending_request *p);
/* For things that must last until the program completes the operation, even if it is complete
 * now (the use of its buffers). If one operation with the shared handle is completed, all count
 * as completed. */
int request_follow_shared(MPI_Request handle, struct pending_request *p);
/* Whether it is that handle, or that of sends which are complete at once, which may be another
 * one (Open MPI 6.0): they tell no two operations apart. */
extern INTERNAL MPI_Request request_shared_handle, request_sent_handle;
static inline int request_shared(MPI_Request handle) {
  return library_request_built_in(handle) || handle == request_shared_handle ||
         handle == request_sent_handle;
}
/* Once, when the world begins. */
void requests_begin(void);
/* The one that has this `start` among those that follow a persistent request, or NULL. */
struct pending_request *request_find(MPI_Request handle,
                                     void (*start)(struct pending_request *, struct frame *));
/* Whether the call only asks for statuses, or for a part that has come: it completes no
 * request, so several threads may make it at once, also beside one that waits. */
static inline int request_asks(unsigned call) {
  return call == CALL_Parrived || call == CALL_Request_get_status ||
         call == CALL_Request_get_status_all || call == CALL_Request_get_status_any ||
         call == CALL_Request_get_status_some;
}
/* Before a call that does not complete the request: reports if it is over. */
void request_check(struct frame *f, MPI_Request handle);
/* Asks the library without completing the request. Returns 1 and the status if it is complete;
 * 0 if it is not, or a thread of the program is waiting for it now, or asking would change it.
 */
int request_ask(struct pending_request *p, MPI_Status *status);
/* For whom the operation waits, for reports of hangs: a world rank, or any process of `any`,
 * which its owner holds. `key` (edge.h) stands for tag and communicator, 0: any. WAY_SELF: for
 * what this process alone can do, such as MPI_Grequest_complete. WAY_COLLECTIVE: for `rank`, or
 * all processes of `any`, to do their part in the key-th collective call on `any`. WAY_STARTED:
 * the same of a persistent operation; the key is made by started_key. WAY_NOBODY: for nothing.
 */
static inline uint64_t started_key(uint64_t made, uint64_t starts) {
  return made << 32 | (starts & UINT32_MAX); /* it is the made-th call on `any` that made it */
}
void request_peer(struct pending_request *p, enum way way, int32_t rank, const struct comm *any,
                  uint64_t key);
/* The operation, which receives, needs that rank to receive a message, too. */
void request_sends(struct pending_request *p, int32_t rank, uint64_t key);
/* The operation may need some other process to do its part in the number-th collective call on
 * the file with that id, which `of` has opened (WAY_FILE). */
void request_peer_file(struct pending_request *p, const struct comm *of, uint64_t file,
                       uint64_t number);
/* Whether it may have been another thread's operation of its handle that the call has
 * completed. */
int request_in_doubt(const struct pending_request *p);
/* Returns which call made it, for misuse_feed; 0: it is not followed. */
int request_maker(const struct pending_request *p, struct maker *m);
/* Returns the next id. event_op.request and event_access.request both get theirs here. */
uint64_t request_number(void);

#endif
