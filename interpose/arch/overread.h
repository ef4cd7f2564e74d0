/* overread.h: which of the bytes that libc's string functions load belong to the string.
 *
 * These functions load whole vectors: beyond the end of a string or a bound, and before its
 * beginning if a page may end. The program does not access what happens to lie there. The
 * function that an instruction belongs to is found by the functions' addresses in this process.
 *
 * Functions that go on to the NUL byte: what is loaded up to there counts. Others may end
 * earlier, by a bound, a difference or a byte that they look for: of these count the first
 * byte, and bytes so far back that the function would have ended before it came here. Loads
 * that may begin before the string do not count. memcpy and its like load only what they
 * must. */
#ifndef FENCEPOST_OVERREAD_H
#define FENCEPOST_OVERREAD_H

#include <stddef.h>
#include <stdint.h>

void overread_begin(void);
/* A load of `size` bytes at `at`, where the next instruction is at `pc`: cuts it to what
 * counts. Returns 0 if nothing does; this may be so for single elements by a mask (size 0). For
 * signal handlers; a thread's loads must come in the order in which it makes them. */
int overread_clip(uintptr_t *at, size_t *size, uintptr_t pc);

#endif
