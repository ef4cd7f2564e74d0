/* freeing.h: memory that the program frees while it is still a window's: `window-memory-freed`.
 *
 * The memory given to MPI_Win_create and MPI_Win_attach is MPI's until MPI_Win_free or
 * MPI_Win_detach has returned (sections 11.2.4, 11.2.5); that of the other windows is freed by
 * MPI_Win_free alone. What free, realloc (C++'s delete and Fortran's deallocate call these),
 * munmap, mremap, mmap and MPI_Free_mem are called with is looked up among it (what is unmapped
 * without these functions: unmapped.h). What an MPI call frees is not looked at.
 *
 * A call of free costs a few searches among the windows' memory and no lock; a load while there
 * is none. */
#ifndef FENCEPOST_FREED_H
#define FENCEPOST_FREED_H

#include <stddef.h>
#include <stdint.h>
#include "interpose/hooks/modules.h"
#include "interpose/base/thread.h"

/* Where libfencepost.so looks for what free and realloc are to call (preload.c). */
void freed_attach(hooks_free *_Atomic *hook);
/* With the lock of the world, after what may have changed which buffers are in use. */
void freed_note_uses(void);
/* The memory was on the thread's stack: its frame was left before the call of `f`. */
void freed_left(struct frame *f, uintptr_t lo, uintptr_t hi);
/* Whether a buffer in use may be there. Without a lock. */
int freed_may_be_used(uintptr_t lo, size_t size);
/* From now on extra_state.h is told of all that is freed. */
void freed_listen(void);

/* These bytes have become a window's, and are it no more: each as often as it was added. */
void freed_add(const void *base, int64_t size);
void freed_remove(const void *base, int64_t size);
/* Whether any of these bytes are a window's or may be a buffer in use, and the calling thread
 * is not freeing them. For signal handlers. */
int freed_concerns(uintptr_t lo, size_t size);

#endif
