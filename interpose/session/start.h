/* start.h: the first record in a rank's journal and trace. It says which rank this is, on which
 * host, which MPI library it uses, which trace level it has and why. */
#ifndef FENCEPOST_START_H
#define FENCEPOST_START_H

#include "report/journal/options.h"

/* Called when `world` is known except for what needs the journal. Returns 0, or -1 if the
 * record cannot be written. */
int start_record(const struct options *o);

/* Says, and notes for the report, if a launcher of another MPI library has started us: then
 * each process is a world of its own. */
void start_apart(const struct options *o);

#endif
