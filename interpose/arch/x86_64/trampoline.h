#ifndef FENCEPOST_TRAMPOLINE_X86_64_H
#define FENCEPOST_TRAMPOLINE_X86_64_H

#define TRAMPOLINE(prefix, name)                                                               \
  __asm__(".text\n"                                                                            \
          ".globl " prefix name ", P" prefix name "\n"                                         \
          ".type " prefix name ", @function\n"                                                 \
          ".type P" prefix name ", @function\n"                                                \
          ".p2align 4\n" prefix name ":\nP" prefix name ":\n"                                  \
          "  endbr64\n  jmp *1f(%rip)\n"                                                       \
          "2: leaq 1f(%rip), %r11\n  jmp fencepost_lazy\n"                                     \
          ".size " prefix name ", . - " prefix name "\n"                                       \
          ".size P" prefix name ", . - P" prefix name "\n"                                     \
          ".section .data.fencepost_slots, \"aw\"\n1: .quad 2b\n.text\n");

#define TRAMPOLINE_SLOTS                                                                       \
  __asm__(".section .data.fencepost_slots, \"aw\"\n.p2align 3\n"                               \
          ".globl fencepost_slots\n.hidden fencepost_slots\nfencepost_slots:\n.text\n")

#define TRAMPOLINE_LAZY                                                                        \
  __asm__(".text\n.hidden fencepost_lazy\nfencepost_lazy:\n"                                   \
          "  pushq %rbp\n  movq %rsp, %rbp\n  andq $-16, %rsp\n  subq $192, %rsp\n"            \
          "  movq %rdi, 0(%rsp)\n  movq %rsi, 8(%rsp)\n  movq %rdx, 16(%rsp)\n"                \
          "  movq %rcx, 24(%rsp)\n  movq %r8, 32(%rsp)\n  movq %r9, 40(%rsp)\n"                \
          "  movq %rax, 48(%rsp)\n  movups %xmm0, 64(%rsp)\n  movups %xmm1, 80(%rsp)\n"        \
          "  movups %xmm2, 96(%rsp)\n  movups %xmm3, 112(%rsp)\n  movups %xmm4, 128(%rsp)\n"   \
          "  movups %xmm5, 144(%rsp)\n  movups %xmm6, 160(%rsp)\n  movups %xmm7, 176(%rsp)\n"  \
          "  movq %r11, %rdi\n  call fencepost_resolve\n  movq %rax, %r11\n"                   \
          "  movq 0(%rsp), %rdi\n  movq 8(%rsp), %rsi\n  movq 16(%rsp), %rdx\n"                \
          "  movq 24(%rsp), %rcx\n  movq 32(%rsp), %r8\n  movq 40(%rsp), %r9\n"                \
          "  movq 48(%rsp), %rax\n  movups 64(%rsp), %xmm0\n  movups 80(%rsp), %xmm1\n"        \
          "  movups 96(%rsp), %xmm2\n  movups 112(%rsp), %xmm3\n  movups 128(%rsp), %xmm4\n"   \
          "  movups 144(%rsp), %xmm5\n  movups 160(%rsp), %xmm6\n  movups 176(%rsp), %xmm7\n"  \
          "  leave\n  jmp *%r11\n")

#endif
