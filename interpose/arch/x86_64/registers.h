#ifndef FENCEPOST_REGISTERS_X86_64_H
#define FENCEPOST_REGISTERS_X86_64_H

enum { REG_IP, REG_SP, REG_BP, REG_BX, REG_12, REG_13, REG_14, REG_15, REG_CALLER, REGISTERS };

#define REGISTERS_TAKE(r)                                                                      \
  __asm__ volatile("leaq 0f(%%rip), %%rax\n0:\n movq %%rax, (%0)\n movq %%rsp, 8(%0)\n"        \
                   " movq %%rbp, 16(%0)\n movq %%rbx, 24(%0)\n movq %%r12, 32(%0)\n"           \
                   " movq %%r13, 40(%0)\n movq %%r14, 48(%0)\n movq %%r15, 56(%0)\n"           \
                   :                                                                           \
                   : "r"(r)                                                                    \
                   : "rax", "memory")

#endif
