/* thread_link.h: an operation of another process and an access of this one that would be
 * ordered if two threads of this process were. Then no call of MPI is missing. */
#ifndef FENCEPOST_THREAD_LINK_H
#define FENCEPOST_THREAD_LINK_H

#include "checker/core/access.h"

enum thread_link {
  LINK_NONE,
  LINK_TO,  /* another thread knew, before the access, that the operation is complete */
  LINK_FROM /* the operation comes after what another thread has done after the access */
};

/* `thread` is set to the number of that other thread, -1: it is not known. */
enum thread_link thread_link(const struct check *c, const struct access *op,
                             const struct access *x, int32_t *thread);
/* What may order threads, of which these have those slots. */
const char *thread_edges(const struct check *c, unsigned slot, unsigned other);

#endif
