/* request_table.h: the requests that are followed, by handle.
 *
 * No lock: request.c has it. A handle that stands for several operations is in the table once,
 * with the newest of them. Finding, adding and removing take constant time. */
#ifndef FENCEPOST_REQUEST_TABLE_H
#define FENCEPOST_REQUEST_TABLE_H

#include "include/hash.h"
#include "maker.h"
#include "request.h"
#include "interpose/base/internal.h"

/* One operation. */
struct request_entry {
  MPI_Request handle;
  struct pending_request *first, *last;
  /* Which call of which thread made it: the same call gives all its pendings to one entry. */
  uint64_t born;
  const struct thread *thread;
  uint8_t persistent, active, told; /* told: of its completion, by MPI_Request_get_status */
  uint8_t cancelled;                /* MPI_Cancel was called */
  uint8_t gone;                     /* it is out of the table */
  uint8_t waited;                   /* some owner wants to know of calls that wait for it */
  uint8_t shared;                   /* by operations that are complete at once */
  uint8_t started;                  /* persistent: by any call so far */
  uint8_t idle;    /* a wait was given only requests that nobody had started, and this one */
  uint8_t sends;   /* of MPI_Isendrecv and the like: it also waits until its own message is */
  int busy, waits; /* calls under way about it; that may complete it */
  int32_t to;      /* received by this rank */
  uint64_t asked;  /* the last of them, by number */
  const MPI_Status *over; /* it was just completed, with this status */
  struct maker maker;
  enum way way; /* and whom it waits for: */
  int32_t peer;
  const struct comm *any;
  uint64_t key;
  union {
    uint64_t file;   /* WAY_FILE: its id */
    uint64_t to_key; /* sends */
  };
  struct request_entry *older; /* same handle */
  UT_hash_handle hh;
};

/* Whether the calling thread made it. A later thread may have the place of one that has ended.
 */
static inline int request_own(const struct request_entry *e) {
  return e->maker.thread == thread_current->number;
}
/* The request is about to be no more, and has only been waited for. */
static inline int request_never_started(const struct request_entry *e) {
  return e->idle && !e->started;
}

/* A handle has one place; of several that have the same place all but the first are in a second
 * table. When there are many in it, there are made more places. */
extern INTERNAL struct request_entry **request_places, *request_crowd;
extern INTERNAL unsigned request_places_shift;
static inline struct request_entry **request_place(MPI_Request handle) {
  return &request_places[(uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u >>
                         request_places_shift];
}
struct request_entry *request_table_crowd(MPI_Request handle);
/* Returns the newest of this handle. */
static inline struct request_entry *request_table_find(MPI_Request handle) {
  struct request_entry *e = *request_place(handle);
  if (e && e->handle == handle)
    return e;
  return request_crowd ? request_table_crowd(handle) : NULL;
}
/* The same, but of a shared handle that of the calling thread if there is one: each thread has
 * an entry of its own there, and completes its own operations. The second is for a handle in a
 * list with `earlier` shared ones before it, looked at by the call-th call (`asked`): when
 * there are more than the thread has operations, the others are those of other threads. The
 * third is one that this thread has started, -1: any other than the calling one; or NULL. */
struct request_entry *request_table_own(MPI_Request handle);
struct request_entry *request_table_among(MPI_Request handle, int earlier, uint64_t call);
struct request_entry *request_table_of(MPI_Request handle, int starter);
static inline struct request_entry *request_table_next(MPI_Request handle, int earlier,
                                                       uint64_t call) {
  struct request_entry *e = request_table_find(handle);
  return e && e->older ? request_table_among(handle, earlier, call) : e;
}
void request_table_add(struct request_entry *e);
void request_table_take(struct request_entry *e);
void request_table_each(void *context,
                        void (*each)(void *context, const struct request_entry *e));

#endif
