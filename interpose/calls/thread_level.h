/* thread_level.h: whether the thread level that MPI has granted lets this thread make this call
 * now (section 12.4.3). Costs a comparison for each call while one thread calls MPI, and at
 * MPI_THREAD_MULTIPLE. */
#ifndef FENCEPOST_THREAD_LEVEL_H
#define FENCEPOST_THREAD_LEVEL_H

#include "interpose/base/thread.h"
#include "interpose/base/internal.h"

/* Set once the level is known, if it is below MPI_THREAD_MULTIPLE. */
extern INTERNAL _Atomic int thread_level_low;
extern INTERNAL int thread_level_given; /* the level itself, once it is known */
/* Called in the call that has initialized MPI. */
void thread_level_begin(void);
void thread_level_check(struct frame *f);

#endif
