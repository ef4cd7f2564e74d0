/* start.h: the first record of a rank's journal and of its trace: who it is, where, over which
 * MPI library, at which trace level and why. */
#ifndef FENCEPOST_START_H
#define FENCEPOST_START_H

#include "report/journal/options.h"

/* When `world` is known but for what follows the journal. 0, or -1: it cannot be written. */
int start_record(const struct options *o);

#endif
