/* gathering.h: for reports of hangs: the processes that a call brings together which is
 * collective over a group, such as MPI_Comm_create_group.
 *
 * A thread is in one such call at most. The watchdog may ask while the thread is in it. */
#ifndef FENCEPOST_GATHERING_H
#define FENCEPOST_GATHERING_H

#include <stdint.h>
#include "interpose/base/thread.h"

/* The call begins: `id` is the same at all processes that belong together; `rank` are n world
 * ranks, -1: of another world. They are copied. */
void gathering_begin(struct thread *t, uint64_t id, const int32_t *rank, int n);
void gathering_end(struct thread *t);
/* Calls `each` if the thread is in such a call. */
void gathering_tell(const struct thread *t, void *context,
                    void (*each)(void *context, uint64_t id, const int32_t *rank, int n));

#endif
