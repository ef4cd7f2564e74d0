/* thread_level.h: whether the thread level that MPI has granted lets this thread call it now
 * (section 12.4.3). Costs a comparison per call while one thread calls MPI, and at
 * MPI_THREAD_MULTIPLE. */
#ifndef FENCEPOST_THREAD_LEVEL_H
#define FENCEPOST_THREAD_LEVEL_H

#include "interpose/base/thread.h"

/* Below MPI_THREAD_MULTIPLE, once it is known. */
extern _Atomic int thread_level_low;
/* In the call that has initialized MPI. */
void thread_level_begin(void);
void thread_level_check(struct frame *f);

#endif
