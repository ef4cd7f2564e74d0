/* code.h: the machine code around an instruction of the program, read by the kernel: pages that
 * are not there end it. */
#ifndef FENCEPOST_CODE_H
#define FENCEPOST_CODE_H

#include <stddef.h>
#include <stdint.h>

/* Returns how many bytes could be read. */
size_t code_read(uint8_t *to, uintptr_t at, size_t size);
/* What lies up to `*before` bytes before `pc` and up to `after` bytes from there on. Sets
 * `*before` to what there was; returns the size of all; 0: nothing can be read. */
size_t code_around(uint8_t *to, uintptr_t pc, size_t *before, size_t after);

#endif
