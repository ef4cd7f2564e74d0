/* frame.h: steps from the frame of a function to that of its caller. */
#ifndef FENCEPOST_FRAME_H
#define FENCEPOST_FRAME_H

#define UNW_LOCAL_ONLY
#include <libunwind.h>
#include <stdint.h>
#include "interpose/stack/path.h"

/* Takes the registers of what a signal has interrupted: a ucontext_t. */
void frame_registers(uint64_t *registers, const void *interrupted);
/* Sets `context` to where an unwinder begins: `registers` as in registers.h. */
void frame_context(unw_context_t *context, const uint64_t *registers);
/* Adds the stack slots that a step depends on, from the frame at `cursor` to the one at
 * `caller`, to the walk that began at `context`. Returns 0 if the slots would not prove the
 * step. */
int frame_note(struct walk *w, unw_cursor_t *cursor, unw_cursor_t *caller,
               const unw_context_t *context);

#endif
