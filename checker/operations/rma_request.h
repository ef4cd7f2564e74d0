/* rma_request.h: requests of MPI_Rput and similar calls. They may be completed, but neither
 * freed nor cancelled (section 11.3.5). */
#ifndef FENCEPOST_RMA_REQUEST_H
#define FENCEPOST_RMA_REQUEST_H

#include "checker/core/access.h"

struct request {
  uint64_t id;
  uint64_t win;           /* the window of a request-based operation */
  uint64_t op_seq;        /* its event, */
  int32_t target;         /* its target, */
  int get;                /* the call was MPI_Rget */
  struct access *buffers; /* buffers in use until the request is complete */
  struct site site;
  UT_hash_handle hh;
};

/* The access ended before its request was completed. */
void request_detach(struct check *c, struct access *a);
struct request *request_get(struct check *c, uint64_t id); /* made if need be */
void requests_free(struct check *c);
void request_add(struct check *c, struct window *w, const struct event *e,
                 const struct calling *op);

#endif
