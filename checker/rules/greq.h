/* greq.h: what is remembered of generalized requests (section 12.2).
 *
 * A request is active until MPI_Grequest_complete. It is `dead` from the moment its free_fn
 * runs: in the later one of that call and MPI_Request_free, or in the call that completed the
 * request. (MPICH always runs free_fn in MPI_Request_free; then the request is dead from
 * MPI_Grequest_complete on.) At most GREQ_DEAD dead requests are kept, each until the library
 * gives its handle to another request. So a call that uses a copy of the handle is
 * recognised. */
#ifndef FENCEPOST_GREQ_H
#define FENCEPOST_GREQ_H

#include "checker/core/state.h"

#define GREQ_DEAD 1024

struct greq {
  uint64_t handle;
  uint8_t completed, released, dead; /* released: by MPI_Request_free */
  uint8_t polled, cancelled; /* cancelled: cancel_fn ran before the request was complete */
  uint8_t queried, stuck;    /* stuck: a finding said that a wait for it cannot end */
  uint8_t early;             /* free_fn ran although the request is not complete */
  uint64_t status;           /* the status of the first query */
  uint64_t died;
  struct site start, complete, cancel, query;
  struct site freed, gone; /* call of MPI_Request_free; the call in which free_fn ran */
  UT_hash_handle hh;
};

struct greq_grave {
  uint64_t handle, died;
};

struct greqs {
  struct greq *table; /* by handle */
  uint64_t deaths;
  struct greq_grave grave[GREQ_DEAD]; /* by deaths */
};

struct greq *greq_find(const struct check *c, uint64_t handle);
/* Returns whether a callback of this request makes the call of `e`. */
int greq_inside(const struct event *e, const struct greq *g);

/* callback.c */
void greq_callback(struct check *c, struct greq *g, const struct event *e);
void greq_own(struct check *c, const struct greq *g, const struct event *e); /* reports */

/* about all requests of the process */
void greq_finalize(struct check *c, const struct event *e);
void greqs_free(struct check *c);

#endif
