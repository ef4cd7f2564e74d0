#include <stdint.h>
#ifndef FENCEPOST_STACK_SWITCH_X86_64_H
#define FENCEPOST_STACK_SWITCH_X86_64_H

static inline __attribute__((always_inline)) int
stack_switch(uintptr_t top, int (*function)(void *), void *argument) {
  int result;
  __asm__ volatile("movq %%rsp, %%rbx\n movq %[top], %%rsp\n call *%[function]\n"
                   " movq %%rbx, %%rsp"
                   : "=a"(result), "+D"(argument), [function] "+S"(function), [top] "+d"(top)
                   :
                   : "rbx", "rcx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1",
                     "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                     "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  return result;
}

#endif
