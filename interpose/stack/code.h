/* code.h: reads the machine code around an instruction of the program. The kernel copies it, so
 * a page that does not exist ends the reading and does not fault. */
#ifndef FENCEPOST_CODE_H
#define FENCEPOST_CODE_H

#include <stddef.h>
#include <stdint.h>

/* Returns how many bytes could be read. */
size_t code_read(uint8_t *to, uintptr_t at, size_t size);
/* Reads up to `*before` bytes before `pc` and up to `after` bytes from `pc` on. Sets `*before`
 * to the number found before it and returns the number of all; 0: nothing can be read. */
size_t code_around(uint8_t *to, uintptr_t pc, size_t *before, size_t after);

#endif
