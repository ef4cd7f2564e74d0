#ifndef FENCEPOST_TRAMPOLINE_AARCH64_H
#define FENCEPOST_TRAMPOLINE_AARCH64_H

/* Code between a call and its function may use x16 and x17. We put the slot into x16. */
#define TRAMPOLINE(prefix, name)                                                               \
  __asm__(".text\n"                                                                            \
          ".globl " prefix name ", P" prefix name "\n"                                         \
          ".type " prefix name ", %function\n"                                                 \
          ".type P" prefix name ", %function\n"                                                \
          ".p2align 4\n" prefix name ":\nP" prefix name ":\n"                                  \
          "  hint 34\n  adrp x16, 1f\n  add x16, x16, :lo12:1f\n"                              \
          "  ldr x17, [x16]\n  br x17\n"                                                       \
          ".size " prefix name ", . - " prefix name "\n"                                       \
          ".size P" prefix name ", . - P" prefix name "\n"                                     \
          ".section .data.fencepost_slots, \"aw\"\n1: .quad fencepost_lazy\n.text\n");

#define TRAMPOLINE_SLOTS                                                                       \
  __asm__(".section .data.fencepost_slots, \"aw\"\n.p2align 3\n"                               \
          ".globl fencepost_slots\n.hidden fencepost_slots\nfencepost_slots:\n.text\n")

/* x8 points to where a returned structure goes. */
#define TRAMPOLINE_LAZY                                                                        \
  __asm__(".text\n.hidden fencepost_lazy\n.p2align 2\nfencepost_lazy:\n"                       \
          "  hint 34\n  stp x29, x30, [sp, -224]!\n  mov x29, sp\n"                            \
          "  stp x0, x1, [sp, 16]\n  stp x2, x3, [sp, 32]\n  stp x4, x5, [sp, 48]\n"           \
          "  stp x6, x7, [sp, 64]\n  str x8, [sp, 80]\n"                                       \
          "  stp q0, q1, [sp, 96]\n  stp q2, q3, [sp, 128]\n"                                  \
          "  stp q4, q5, [sp, 160]\n  stp q6, q7, [sp, 192]\n"                                 \
          "  mov x0, x16\n  bl fencepost_resolve\n  mov x16, x0\n"                             \
          "  ldp q0, q1, [sp, 96]\n  ldp q2, q3, [sp, 128]\n"                                  \
          "  ldp q4, q5, [sp, 160]\n  ldp q6, q7, [sp, 192]\n"                                 \
          "  ldp x0, x1, [sp, 16]\n  ldp x2, x3, [sp, 32]\n  ldp x4, x5, [sp, 48]\n"           \
          "  ldp x6, x7, [sp, 64]\n  ldr x8, [sp, 80]\n"                                       \
          "  ldp x29, x30, [sp], 224\n  br x16\n")

#endif
