/* System calls are made here, and never gated, because only level pages needs that. */
#include "interpose/arch/gate_arena.h"
#include <errno.h>

__asm__(".text\n"
        ".globl gate_start, gate_end, gate_call, gate_restorer, gate_copy\n"
        ".hidden gate_start, gate_end, gate_call, gate_restorer, gate_copy\n"
        ".type gate_call, %function\n.type gate_copy, %function\n.p2align 2\n"
        "gate_start:\n"
        "gate_restorer: mov x8, 139\n svc 0\n" /* rt_sigreturn */
        "gate_call: .cfi_startproc\n"
        " mov x8, x0\n mov x0, x1\n mov x1, x2\n mov x2, x3\n mov x3, x4\n mov x4, x5\n"
        " mov x5, x6\n svc 0\n ret\n"
        " .cfi_endproc\n"
        "gate_copy: .cfi_startproc\n"
        " cbz x2, gate_copied\n"
        "0: ldrb w3, [x1], 1\n strb w3, [x0], 1\n subs x2, x2, 1\n b.ne 0b\n"
        "gate_copied: mov w0, 0\n ret\n"
        "gate_uncopied: mov w0, -1\n ret\n"
        " .cfi_endproc\n"
        "gate_end:\n");

extern const char gate_copied[] __attribute__((visibility("hidden"))),
    gate_uncopied[] __attribute__((visibility("hidden")));
volatile char gate_selector;

uintptr_t gate_copy_fault(uintptr_t pc) {
  return pc >= (uintptr_t)gate_copy && pc < (uintptr_t)gate_copied ? (uintptr_t)gate_uncopied
                                                                   : 0;
}

int gate_arena_begin(void) {
  return -1;
}

long gate_task(int on) {
  (void)on;
  return -ENOSYS;
}

uintptr_t gate_slot(uintptr_t pc, long number, enum slot_kind kind) {
  (void)pc, (void)number, (void)kind;
  return 0;
}

uintptr_t gate_interrupted(uintptr_t pc) {
  return pc;
}

int gate_call_made(uintptr_t pc) {
  (void)pc;
  return 0;
}

uintptr_t gate_returned(uintptr_t pc, enum slot_kind *kind) {
  (void)pc, (void)kind;
  return 0;
}
