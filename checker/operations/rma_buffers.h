/* rma_buffers.h: the buffers and datatypes of an RMA operation (sections 11.3 and 11.2). */
#ifndef FENCEPOST_RMA_BUFFERS_H
#define FENCEPOST_RMA_BUFFERS_H

#include "checker/core/state.h"

/* Returns 0 if the target bytes are not memory of the window. */
int data_check(struct check *c, struct window *w, const struct event *e);

#endif
