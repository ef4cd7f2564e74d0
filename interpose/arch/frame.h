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

/* How to get from the frame of a function to that of its caller: this depends on the program
 * counter alone. */
enum frame_base {
  FRAME_UNKNOWN,
  FRAME_BY_SP, /* the caller's stack pointer is so much above that of the frame, */
  FRAME_BY_BP, /* or above its frame pointer, */
  /* or is kept so much above its frame pointer, which points to where that of the caller was
   * saved: for functions that realign their stack */
  FRAME_BY_SLOT,
  FRAME_OUTERMOST
};
struct frame_rule {
  uint64_t ip;
  int32_t above;
  int16_t saved; /* where the caller's frame pointer was saved, from its stack pointer; 0:
                    nowhere, or as with FRAME_BY_SLOT */
  uint8_t base;  /* enum frame_base */
};

/* A frame; `bp_at`: the slot from which its frame pointer came; at first walk.bp. */
struct frame_place {
  uint64_t ip, sp, bp;
  const uint64_t *bp_at;
};

/* Adds the stack slots that a step depends on, from the frame at `cursor` to the one at
 * `caller`, to the walk that began at `context`. Returns 0 if the slots would not prove the
 * step. `rule`: the rule of such steps, FRAME_UNKNOWN if there is none. */
int frame_note(struct walk *w, unw_cursor_t *cursor, unw_cursor_t *caller,
               const unw_context_t *context, struct frame_rule *rule);
/* Makes that step by its rule, and adds the same slots. Returns 0 if it cannot be right. */
int frame_step(struct walk *w, struct frame_place *at, const struct frame_rule *rule);

#endif
