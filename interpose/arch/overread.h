/* overread.h: what libc's string functions mean of what they load.
 *
 * They load whole vectors, beyond the end of a string or a bound, and before its beginning
 * where a page may end: what happens to be there the program does not access. Which function an
 * instruction belongs to is found by the addresses that the functions have in this process.
 *
 * Functions that go on to the NUL byte load up to there. Others (a bound, a difference or a
 * byte that they look for ends them) load the first byte, and what lies so far back that they
 * would have ended before they came here. What may begin before the string does not count.
 * memcpy and its like load what they must. */
#ifndef FENCEPOST_OVERREAD_H
#define FENCEPOST_OVERREAD_H

#include <stddef.h>
#include <stdint.h>

void overread_begin(void);
/* A load of `size` bytes at `at`, the next instruction being at `pc`: becomes what counts of
 * it. 0: nothing does, which is so of some elements by a mask (size 0). For handlers of
 * signals, and loads in the order in which a thread makes them. */
int overread_clip(uintptr_t *at, size_t *size, uintptr_t pc);

#endif
