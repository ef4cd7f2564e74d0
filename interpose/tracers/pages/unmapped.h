/* unmapped.h: memory that the program unmaps, moves or maps anew while it is still a window's:
 * `window-memory-freed`, at trace level pages, where such system calls are seen (gate.h).
 *
 * It is noted in the handler of the call, which allocates nothing, and told when the segment
 * ends (record.h), as loads and stores are. What free or munmap were called with was told by
 * freeing.h. */
#ifndef FENCEPOST_UNMAPPED_H
#define FENCEPOST_UNMAPPED_H

#include <stddef.h>
#include <stdint.h>
#include "include/event.h"

/* The system call `number` at `pc` does this to these bytes. Of many in one segment only the
 * first are kept. */
void unmapped_note(uintptr_t lo, size_t size, long number, uintptr_t pc);
/* Gives what was noted to `feed`. */
void unmapped_tell(void (*feed)(struct event *e));

#endif
