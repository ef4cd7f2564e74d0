/* guarded.h: instructions that may fault (program_memory.h). */
#ifndef FENCEPOST_GUARDED_H
#define FENCEPOST_GUARDED_H

/* One instruction of assembly text that may fault. If it does, `bad`, an operand of 32 bits, is
 * 1. */
#define COPY_GUARDED(text)                                                                     \
  "xor %k[bad], %k[bad]\n"                                                                     \
  "91: " text "\n jmp 93f\n"                                                                   \
  "92: mov $1, %k[bad]\n"                                                                      \
  "93:\n"                                                                                      \
  ".pushsection fencepost_guards, \"a\"\n .balign 4\n .long 91b - ., 92b - .\n .popsection\n"

#endif
