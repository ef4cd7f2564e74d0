/* freed.h: memory that the program frees while it is still a window's: `window-memory-freed`.
 *
 * The memory given to MPI_Win_create and MPI_Win_attach is MPI's until MPI_Win_free or
 * MPI_Win_detach has returned (sections 11.2.4, 11.2.5); that of the other windows is freed by
 * MPI_Win_free alone. What free, realloc (C++'s delete and Fortran's deallocate call these) and
 * MPI_Free_mem are called with is looked up among it (what munmap and others are: unmapped.h).
 * What an MPI call frees is not looked at.
 *
 * A call of free costs a few searches among the windows' memory and no lock; a load while there
 * is none. */
#ifndef FENCEPOST_FREED_H
#define FENCEPOST_FREED_H

#include <stddef.h>
#include <stdint.h>
#include "hooks/modules.h"
#include "thread.h"

/* Where libfencepost.so looks for what free and realloc are to call (preload.c). */
void freed_attach(hooks_free *_Atomic *hook);
/* From now on extra.h is told of all that is freed. */
void freed_listen(void);

/* These bytes have become a window's, and are it no more: each as often as it was added. */
void freed_add(const void *base, int64_t size);
void freed_remove(const void *base, int64_t size);
/* Whether any of these bytes are a window's and the calling thread is not freeing them. For
 * signal handlers. */
int freed_concerns(uintptr_t lo, size_t size);

#endif
