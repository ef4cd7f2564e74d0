/* spin.h: whether a load is in a loop that waits for the location to change.
 *
 * The loaded value cannot tell this if the location had the awaited value at the first look.
 * The code can: nothing that the loop itself does can change the value, but the way out of the
 * loop depends on it. So the address must be the same each time round, the loop must store only
 * to variables in its own frame, and it may only call functions known to wait or to let others
 * run.
 *
 * A function in libfencepost-decode.so (decode.h) looks at the code, if this processor has
 * one. */
#ifndef FENCEPOST_SPIN_H
#define FENCEPOST_SPIN_H

#include <stddef.h>
#include <stdint.h>

#define SPIN_REACH 512 /* bytes before and after the load that may belong to the loop */

struct spin {
  uintptr_t pc;        /* of the instruction after the load */
  int told;            /* or, if set, after the call that tells of the load, which follows it */
  size_t size;         /* of what is loaded */
  uintptr_t lo, hi;    /* the range of the code that can be read */
  const uint8_t *code; /* and what is there */
  /* Returns whether a called function only waits: `at` is its address, or that of a pointer to
   * it. */
  int (*waits)(uintptr_t at, int indirect);
  /* If set, `pc` is behind a call of a function that only loads, and what it returns counts as
   * the load; `arguments`: the registers (greg_t numbers) that decide what it returns. */
  int returned;
  unsigned arguments;
  int always; /* nothing but the load may end the loop */
};

#define SPIN_FUNCTION "fencepost_spins"
typedef int spin_function(const struct spin *s);

/* Makes record.h ask, if this processor has such a function. */
void spin_begin(void);
/* Returns the name of the function of another module that is called at `at`, or whose pointer
 * is there; NULL: it is none. */
const char *spin_called(uintptr_t at, int indirect);
/* Returns a symbol of libfencepost-decode.so, or NULL. */
void *spin_decoder(const char *symbol);

#endif
