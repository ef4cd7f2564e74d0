/* spin.h: whether a load is that of a loop which waits for the location to change.
 *
 * That cannot be told from what was loaded if the location had the value at the first look. The
 * code tells: nothing that the loop does can change the value it looks at, but the way out of
 * the loop depends on it. So the address must be the same each time round, the loop must not
 * store but to variables of its own frame, and the functions it calls are to be known ones that
 * wait or let others go on.
 *
 * The code is looked at by a function of libfencepost-decode.so (decode.h), where there
 * is one. */
#ifndef FENCEPOST_SPIN_H
#define FENCEPOST_SPIN_H

#include <stddef.h>
#include <stdint.h>

#define SPIN_REACH 512 /* bytes before and after the load that may belong to the loop */

struct spin {
  uintptr_t pc;        /* of the instruction after the load */
  int told;            /* or after the call that tells of the load, which follows */
  size_t size;         /* of what is loaded */
  uintptr_t lo, hi;    /* the addresses of the code that can be read, */
  const uint8_t *code; /* and what is there */
  /* Whether a function that is called just waits: `at` is its address, or that of a pointer to
   * it. */
  int (*waits)(uintptr_t at, int indirect);
};

#define SPIN_FUNCTION "fencepost_spins"
typedef int spin_function(const struct spin *s);

/* Makes record.h ask, if there is such a function. */
void spin_begin(void);
/* A symbol of libfencepost-decode.so, or NULL. */
void *spin_decoder(const char *symbol);

#endif
