/* decode_unseen_part.h: what the files decode_unseen*.c share. */
#ifndef FENCEPOST_DECODE_UNSEEN_PART_H
#define FENCEPOST_DECODE_UNSEEN_PART_H

#include "interpose/arch/x86_64/decode_spin_part.h"
#include "interpose/arch/unseen_code.h"

#define UNSEEN_RECENT 1024 /* instructions */
#define UNSEEN_NAMES 1024

/* Code is walked through from its beginning to its end. */
struct sweep {
  const struct unseen_code *c;
  struct spin code; /* for step_at */
  /* Where instructions began, the last at `count` - 1, modulo UNSEEN_RECENT. */
  uintptr_t recent[UNSEEN_RECENT];
  unsigned count;
  uintptr_t work;      /* the last instruction that no loop that waits has */
  struct unseen_name { /* what was asked of struct unseen_code, called */
    uintptr_t at;
    const char *name;
  } name[UNSEEN_NAMES];
};

/* Returns whether the atomic instruction `t` may order threads. */
int unseen_atomic(const struct sweep *w, const struct spin_step *t);
/* Returns whether it may be libstdc++'s, for numbers that threads share. */
int unseen_counts(const struct spin_step *t);
/* Returns whether this is a loop that waits. */
int unseen_waits(struct sweep *w, uintptr_t from, uintptr_t end);
/* Returns whether the function is of the code that is walked through. */
int unseen_is_inside(const struct sweep *w, uintptr_t at);
/* Returns whether a function of this code stores nothing but in its frame; if so, `arguments`
 * has a bit for each register (greg_t number) that it takes an argument from, and `loads` is
 * set if it loads from elsewhere, `sleeps` if it lets time pass. */
int unseen_looks(struct sweep *w, uintptr_t at, unsigned *arguments, int *loads, int *sleeps);
/* Returns whether a loop that waits may call this function of another module (struct
 * unseen_code, called). `output`: in which of its arguments it gets the address of what it
 * tells, -1: in none. */
int unseen_callable(struct sweep *w, uintptr_t at, int indirect, int *sleeps, int *output);

#define UNSEEN_AHEAD 16
struct unseen_ahead { /* where code goes on, as far as it was walked through */
  uintptr_t at[UNSEEN_AHEAD];
  int count, here;
};
/* Returns whether the code comes to `t`, from those before it. Compilers also jump back where
 * there is no loop. */
int unseen_comes_to(struct unseen_ahead *a, const struct spin_step *t);

#endif
