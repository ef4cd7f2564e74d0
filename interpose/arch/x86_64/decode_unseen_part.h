/* decode_unseen_part.h: what the files decode_unseen*.c share. */
#ifndef FENCEPOST_DECODE_UNSEEN_PART_H
#define FENCEPOST_DECODE_UNSEEN_PART_H

#include "decode_spin_part.h"
#include "interpose/arch/unseen_code.h"

#define UNSEEN_RECENT 1024 /* instructions */

/* Code is walked through from its beginning to its end. */
struct sweep {
  const struct unseen_code *c;
  struct spin code; /* for step_at */
  /* Where instructions began, the last at `count` - 1, modulo UNSEEN_RECENT. */
  uintptr_t recent[UNSEEN_RECENT];
  unsigned count;
};

/* Returns whether the atomic instruction `t` may order threads. */
int unseen_atomic(const struct sweep *w, const struct spin_step *t);
/* Returns whether it may be libstdc++'s, for numbers that threads share. */
int unseen_counts(const struct spin_step *t);
/* Returns whether this is a loop that waits. */
int unseen_waits(const struct sweep *w, uintptr_t from, uintptr_t end);
/* Returns whether a function stores nothing but in its frame; if so, `arguments` has a bit for
 * each register (greg_t number) that it takes an argument from, and `loads` is set if it loads
 * from elsewhere. */
int unseen_looks(const struct spin *s, uintptr_t at, unsigned *arguments, int *loads);
/* Returns whether a loop that waits may call the function of this name. `sleeps`: it lets time
 * pass. `output`: in which of its arguments it gets the address of what it tells, -1: in
 * none. */
int unseen_callable(const char *name, int *sleeps, int *output);

#endif
