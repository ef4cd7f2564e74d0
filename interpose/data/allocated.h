/* allocated.h: memory of MPI_Alloc_mem: only MPI_Free_mem may free it, once, and that may free
 * nothing else (section 8.2 of MPI-3.1).
 *
 * A call of free costs a look at one byte once there is such memory. */
#ifndef FENCEPOST_ALLOCATED_H
#define FENCEPOST_ALLOCATED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include "interpose/base/internal.h"
#include "interpose/base/thread.h"

enum { ALLOCATED_PLACES = 4096 };
/* How many blocks begin at addresses with this remainder; more than 254: 255 for good. */
extern INTERNAL _Atomic uint8_t allocated_at[ALLOCATED_PLACES];

static inline unsigned allocated_place(uintptr_t at) {
  return (unsigned)(at >> 4) % ALLOCATED_PLACES;
}
/* Whether such memory may begin at this address. Takes no lock. */
static inline int allocated_may_begin(uintptr_t at) {
  return atomic_load_explicit(&allocated_at[allocated_place(at)], memory_order_relaxed) != 0;
}

void allocated_add(struct frame *f, uintptr_t at, size_t size);
/* MPI_Free_mem, the call of `f`, is given this memory; `of_window`: which MPI has allocated
 * with a window. Returns its size; 1 if it is not known. */
size_t allocated_free(struct frame *f, uintptr_t at, int of_window);
/* Whether such memory begins at this address. */
int allocated_begins(uintptr_t at);
/* free or realloc, the call of `f`, is given such memory; `stack` is where. Returns its size.
 */
size_t allocated_lose(struct frame *f, uintptr_t at, uint32_t stack);

#endif
