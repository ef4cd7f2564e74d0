/* decode_plain.h: the lengths of plain instructions of x86-64, without a decoder.
 *
 * Most instructions of a program are of a few kinds, whose length is told by a table. All
 * others, also such as might be of interest to whoever walks through code (atomic ones, fences,
 * PAUSE), are left to the decoder. Source: Intel's Software Developer's
 * Manual, volume 2, appendix A. */
#ifndef FENCEPOST_DECODE_PLAIN_H
#define FENCEPOST_DECODE_PLAIN_H

#include <stddef.h>
#include <stdint.h>

struct plain {
  unsigned length; /* 0: it is not plain */
  /* Whether no loop that waits has it: it is certain to store elsewhere than in the frame, or
   * to leave the loop. */
  int work;
  uintptr_t back;  /* where a jump leads, if that is back or to itself; else 0 */
  uintptr_t place; /* what it refers to by its distance from the next instruction; 0: nothing */
};

/* The instruction at `at`; `room`: bytes up to the end of the code. */
struct plain plain_at(const uint8_t *at, size_t room);

#endif
