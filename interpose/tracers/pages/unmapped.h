/* unmapped.h: memory that the program unmaps, moves or maps anew while it still belongs to a
 * window: `window-memory-freed`, at trace level pages, where such system calls are seen
 * (gate.h).
 *
 * The handler of the call, which allocates nothing, only notes it. It is told when the segment
 * ends (record.h), as loads and stores are. freeing.h has told already what free or munmap were
 * called with. */
#ifndef FENCEPOST_UNMAPPED_H
#define FENCEPOST_UNMAPPED_H

#include <stddef.h>
#include <stdint.h>
#include "include/event.h"

/* The system call `number` at `pc` does this to these bytes. If a segment has many such calls,
 * only the first are kept. */
void unmapped_note(uintptr_t lo, size_t size, long number, uintptr_t pc);
/* Gives what was noted to `feed`. */
int unmapped_due(void); /* whether it has something to tell */
void unmapped_tell(void (*feed)(struct event *e));

#endif
