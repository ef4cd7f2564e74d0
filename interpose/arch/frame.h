/* frame.h: steps from the frame of a function to that of its caller. */
#ifndef FENCEPOST_FRAME_H
#define FENCEPOST_FRAME_H

#define UNW_LOCAL_ONLY
#include <libunwind.h>
#include <stdint.h>
#include "interpose/stack/path.h"

/* Where the unwinder begins: `registers` as of registers.h. */
void frame_context(unw_context_t *context, const uint64_t *registers);
/* What a step went by, from the frame at `cursor` to the one at `caller`, becomes slots of the
 * walk that began at `context`. 0: the slots would not prove it. */
int frame_note(struct walk *w, unw_cursor_t *cursor, unw_cursor_t *caller,
               const unw_context_t *context);

#endif
