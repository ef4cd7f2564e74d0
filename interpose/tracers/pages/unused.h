/* unused.h: what is still there when memory is no longer protected, because it may soon be
 * needed again: memory that lingers (view.h), and gated system calls. */
#ifndef FENCEPOST_UNUSED_H
#define FENCEPOST_UNUSED_H

/* Called when some memory is the program's own again. */
void unused_note(void);
/* Called at the end of a call, if tracer_due is set: ends what was not needed for a while.
 * Costs a look at the coarse clock if there is such a thing. */
void unused_settle(void);

#endif
