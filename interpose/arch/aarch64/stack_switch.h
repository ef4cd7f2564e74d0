#include <stdint.h>
#ifndef FENCEPOST_STACK_SWITCH_AARCH64_H
#define FENCEPOST_STACK_SWITCH_AARCH64_H

static inline __attribute__((always_inline)) int
stack_switch(uintptr_t top, int (*function)(void *), void *argument) {
  register uintptr_t x0 __asm__("x0") = (uintptr_t)argument;
  __asm__ volatile("mov x19, sp\n mov sp, %[top]\n blr %[function]\n mov sp, x19"
                   : "+r"(x0)
                   : [function] "r"(function), [top] "r"(top)
                   : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
                     "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x30", "memory", "cc",
                     "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11",
                     "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21",
                     "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
  return (int)x0;
}

#endif
