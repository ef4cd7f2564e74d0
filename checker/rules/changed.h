/* changed.h: the program has changed what MPI reads, nobody saw where */
#ifndef FENCEPOST_CHANGED_H
#define FENCEPOST_CHANGED_H

#include "checker/core/access.h"

void changed(struct check *c, const struct access *a, uint64_t since);

#endif
