/* freeing.h: memory that the program frees while it still belongs to a window:
 * `window-memory-freed`.
 *
 * The memory given to MPI_Win_create and MPI_Win_attach belongs to MPI until MPI_Win_free or
 * MPI_Win_detach has returned (sections 11.2.4, 11.2.5). The memory of other windows may be
 * freed by MPI_Win_free only. When the program calls free, realloc (C++'s delete and Fortran's
 * deallocate call these), munmap, mremap, mmap or MPI_Free_mem, the memory is looked up among
 * that of windows. (unmapped.h finds memory that is unmapped without these functions.) Memory
 * that an MPI call frees is not looked at.
 *
 * A call of free costs a few searches among the windows' memory and no lock; a load while there
 * is no window. */
#ifndef FENCEPOST_FREED_H
#define FENCEPOST_FREED_H

#include <stddef.h>
#include <stdint.h>
#include "interpose/hooks/modules.h"
#include "interpose/base/thread.h"

/* The variable in which libfencepost.so finds the function that free and realloc call
 * (preload.c). */
void freed_attach(hooks_free *_Atomic *hook);
/* The memory was on the thread's stack, in a frame that was left before the call of `f`. */
void freed_left(struct frame *f, uintptr_t lo, uintptr_t hi);
/* The same where the thread ends. */
void freed_with_thread(struct thread *t, uintptr_t lo, uintptr_t hi);
/* From now on extra_state.h is told of everything that is freed. */
void freed_listen(void);

/* These bytes now belong to a window; or no longer do. They are removed as often as they were
 * added. `of_mpi`: MPI has allocated them. */
void freed_add(const void *base, int64_t size, int of_mpi);
void freed_remove(const void *base, int64_t size);
/* Returns whether some of these bytes belong to a window. */
int freed_windows_meet(uintptr_t lo, uintptr_t hi);
/* Returns whether any of these bytes belong to a window or may be a buffer in use, and the
 * calling thread is not freeing them. For signal handlers. */
int freed_concerns(uintptr_t lo, size_t size);

#endif
