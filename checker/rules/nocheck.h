/* nocheck.h: what MPI_MODE_NOCHECK promises of other ranks */
#ifndef FENCEPOST_NOCHECK_H
#define FENCEPOST_NOCHECK_H

#include "checker/core/access.h"

void nocheck_start(struct check *c, struct window *w, const struct pair *p,
                   const struct start *start, const struct post *post);
void nocheck_operation(struct check *c, struct window *w, struct access *a); /* it is over */

#endif
