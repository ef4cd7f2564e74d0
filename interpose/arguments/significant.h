/* significant.h: which arguments of a collective call count at this process. */
#ifndef FENCEPOST_SIGNIFICANT_H
#define FENCEPOST_SIGNIFICANT_H

#include "interpose/base/thread.h"

/* In a collective call the n-th datatype (from 0) belongs to the n-th buffer. Returns whether
 * that buffer is significant at this process (sections 5.5, 5.6) and is not MPI_IN_PLACE. */
int significant_data(const struct frame *f, int n);
/* Returns whether this process is the root; 1 if the call has none, 0 if that cannot be told.
 */
int significant_root(const struct frame *f);
/* Returns whether the receive buffer of a reduction is significant at this process: the root's
 * is, and of MPI_Exscan all but the first one's (section 5.11.2). */
int significant_result(const struct frame *f);

#endif
