#ifndef FENCEPOST_REGISTERS_AARCH64_H
#define FENCEPOST_REGISTERS_AARCH64_H

enum {
  REG_IP,
  REG_SP,
  REG_BP, /* x29; the registers from here on, up from x19 */
  REG_19,
  REG_CALLER = REG_19 + 10,
  REGISTERS
};

#define REGISTERS_TAKE(r)                                                                      \
  __asm__ volatile("adr x9, .\n mov x10, sp\n stp x9, x10, [%0]\n stp x29, x19, [%0, 16]\n"    \
                   " stp x20, x21, [%0, 32]\n stp x22, x23, [%0, 48]\n"                        \
                   " stp x24, x25, [%0, 64]\n stp x26, x27, [%0, 80]\n str x28, [%0, 96]\n"    \
                   :                                                                           \
                   : "r"(r)                                                                    \
                   : "x9", "x10", "memory")

#endif
