/* request_table.h: the requests that are followed, by handle.
 *
 * No lock: request.c has it. A handle that stands for several operations is in the table once,
 * with the newest of them. Finding, adding and removing take constant time. */
#ifndef FENCEPOST_REQUEST_TABLE_H
#define FENCEPOST_REQUEST_TABLE_H

#include "include/hash.h"
#include "maker.h"
#include "request.h"

/* One operation. */
struct request_entry {
  MPI_Request handle;
  struct pending_request *first, *last;
  /* Which call of which thread made it: the same call gives all its pendings to one entry. */
  uint64_t born;
  const struct thread *thread;
  int persistent, active, told; /* told: of its completion, by MPI_Request_get_status */
  int cancelled;                /* MPI_Cancel was called */
  int busy, waits;              /* calls under way about it; that may complete it */
  uint64_t asked;               /* the last of them, by number */
  int gone;                     /* it is out of the table */
  int shared;                   /* by operations that are complete at once */
  const MPI_Status *over;       /* it was just completed, with this status */
  struct maker maker;
  enum way way; /* and whom it waits for: */
  int32_t peer;
  const struct comm *any;
  uint64_t key;
  struct request_entry *older; /* same handle */
  UT_hash_handle hh;
};

struct request_entry *request_table_find(MPI_Request handle);
/* No other of this handle may be in the table. */
void request_table_add(struct request_entry *e);
void request_table_remove(struct request_entry *e);
void request_table_each(void *context,
                        void (*each)(void *context, const struct request_entry *e));

#endif
