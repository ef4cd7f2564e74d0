#define _GNU_SOURCE
#include "interpose/arch/gate_arena.h"
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define DISPATCH 59 /* PR_SET_SYSCALL_USER_DISPATCH */

/* The two areas at the end have pages of their own, because they are written to. Code behind
 * gate_end is not exempt. */
__asm__(
    ".section fencepost_gate, \"ax\", @progbits\n"
    ".p2align 12\n"
    ".globl gate_start, gate_end, gate_call, gate_restorer, gate_copy\n"
    ".hidden gate_start, gate_end, gate_call, gate_restorer, gate_copy\n"
    "gate_start:\n"
    /* Debuggers recognise these bytes. Unwinders use what is written here, as they do for
     * libc's restorer: rsp points to the ucontext. They look one byte before the return
     * address. */
    ".macro saved n, at\n .cfi_escape 0x10, \\n, 3, 0x77, (\\at & 0x7f) | 0x80, \\at >> 7\n "
    ".endm\n"
    ".cfi_startproc\n .cfi_signal_frame\n"
    " .cfi_escape 0x0f, 4, 0x77, 0xa0, 0x01, 0x06\n" /* the CFA is the old rsp */
    " saved 0, 144\n saved 1, 136\n saved 2, 152\n saved 3, 128\n saved 4, 112\n saved 5, 104\n"
    " saved 6, 120\n saved 7, 160\n saved 8, 40\n saved 9, 48\n saved 10, 56\n saved 11, 64\n"
    " saved 12, 72\n saved 13, 80\n saved 14, 88\n saved 15, 96\n saved 16, 168\n"
    " nop\n"
    "gate_restorer: movq $15, %rax\n syscall\n"
    ".cfi_endproc\n"
    ".p2align 4\n"
    "gate_call: .cfi_startproc\n"
    " movq %rdi, %rax\n movq %rsi, %rdi\n movq %rdx, %rsi\n movq %rcx, %rdx\n movq %r8, %r10\n"
    " movq %r9, %r8\n movq 8(%rsp), %r9\n syscall\n"
    "gate_made: ret\n"
    " .cfi_endproc\n"
    ".p2align 4\n"
    "gate_copy: .cfi_startproc\n"
    " movq %rdx, %rcx\n rep movsb\n"
    "gate_copied: xorl %eax, %eax\n ret\n"
    "gate_uncopied: movl $-1, %eax\n ret\n"
    " .cfi_endproc\n"
    /* A new task starts here. All its registers stay as they are but those that a call does not
     * preserve; r11: where it goes on. Flags are not touched. */
    ".p2align 4\n"
    "gate_child: leaq -128(%rsp), %rsp\n"
    " pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %r10\n pushq %r8\n pushq (%r11)\n"
    " movl $157, %eax\n movl $59, %edi\n movl $1, %esi\n leaq gate_start(%rip), %rdx\n"
    " movq $(gate_end - gate_start), %r10\n leaq gate_selector(%rip), %r8\n syscall\n"
    " movl $0, %eax\n"
    " popq %r11\n popq %r8\n popq %r10\n popq %rdx\n popq %rsi\n popq %rdi\n"
    " leaq 128(%rsp), %rsp\n jmp *%r11\n"
    /* There is a slot every 64 bytes. 16 bytes into it is the address where it goes on, which
     * is rip in the frame around it; all other registers are as here. */
    ".p2align 12\n"
    "gate_slots: .cfi_startproc\n .cfi_signal_frame\n .cfi_def_cfa %rsp, 0\n"
    " .cfi_escape 0x16, 16, 8, 0x80, 0, 0x09, 0xc0, 0x1a, 0x23, 16, 0x06\n"
    " .zero 64 * 2048\n .cfi_endproc\n"
    "gate_end:\n"
    "gate_backs: .zero 8 * 2048\n"
    ".text\n"
    ".data\n.globl gate_selector\n.hidden gate_selector\ngate_selector: .byte 0\n.text\n");

#define SLOTS 2048u
#define TABLE 4096u
#define RESERVE 64u /* slots kept for calls that cannot do without one */

/* The unwinding information above reads the word 16 bytes into the slot. */
struct gate_slot {
  unsigned char code[16];
  uintptr_t next;
  unsigned char more[16];
  uintptr_t target, back; /* where code in the slot jumps to */
  uint32_t number, kind;
};
struct gate_back {
  unsigned char code[8];
};
_Static_assert(sizeof(struct gate_slot) == 64, "as the unwinding information has it");
_Static_assert(sizeof(struct gate_back) * SLOTS == 16384, "they fill their pages");

extern struct gate_slot gate_slots[SLOTS] __attribute__((visibility("hidden")));
extern struct gate_back gate_backs[SLOTS] __attribute__((visibility("hidden")));
extern const char gate_made[] __attribute__((visibility("hidden"))),
    gate_child[] __attribute__((visibility("hidden"))),
    gate_copied[] __attribute__((visibility("hidden"))),
    gate_uncopied[] __attribute__((visibility("hidden")));

static _Atomic uint16_t table[TABLE]; /* hash table of numbers of slots, from 1 */
static atomic_uint slots;

uintptr_t gate_copy_fault(uintptr_t pc) {
  return pc >= (uintptr_t)gate_copy && pc < (uintptr_t)gate_copied ? (uintptr_t)gate_uncopied
                                                                   : 0;
}

int gate_arena_begin(void) {
  return mprotect(gate_slots, sizeof gate_slots + sizeof gate_backs,
                  PROT_READ | PROT_WRITE | PROT_EXEC);
}

long gate_task(int on) {
  return on ? gate_call(SYS_prctl, DISPATCH, 1L, gate_start, gate_end - gate_start,
                        &gate_selector)
            : gate_call(SYS_prctl, DISPATCH, 0L, 0L, 0L, 0L);
}

/* It is gated: the handler makes the call. A call that began gated and ends when nothing is
 * gated any more is made here, and goes on as if it had been the first time. */
static void back_write(const struct gate_slot *s, struct gate_back *b) {
  int32_t way = (int32_t)(s->code + 8 - (b->code + 7)); /* to jmp *next */
  memcpy(b->code, "\x0f\x05\xe9", 3);                   /* syscall; jmp */
  memcpy(b->code + 3, &way, sizeof way);
}

/* A system call destroys rcx, so code here may use it; the flags must stay. */
static void slot_write(struct gate_slot *s, struct gate_back *b) {
  memcpy(s->code, (const void *)(s->next - 2), 2); /* syscall, or int $0x80 */
  memcpy(b->code, "\x0f\x05\xcc\xcc", 4);
  s->back = (uintptr_t)b;
  if (s->kind == SLOT_PLAIN) {
    memcpy(s->code + 2, "\x48\x8d\x48\x0e\xe3\x10", 6); /* lea EFAULT(%rax), %rcx; jrcxz more */
    memcpy(s->code + 8, "\xff\x25\x02\0\0\0", 6);       /* jmp *next */
    s->more[0] = 0xb8;                                  /* mov $number, %eax */
    memcpy(s->more + 1, &s->number, 4);
    memcpy(s->more + 5, "\xff\x25\x0d\0\0\0", 6); /* jmp *back */
    back_write(s, b);
    return;
  }
  memcpy(s->code + 2, "\x48\x89\xc1\xe3\x06", 5); /* mov %rax, %rcx; jrcxz: the child */
  memcpy(s->code + 13, "\xeb\x09", 2);            /* jmp more */
  if (s->kind == SLOT_CHILD) {
    memcpy(s->code + 7, "\xff\x25\x03\0\0\0", 6);       /* jmp *next */
    memcpy(s->more, "\x4c\x8d\x1d\xf1\xff\xff\xff", 7); /* lea next, %r11 */
    memcpy(s->more + 7, "\xff\x25\x03\0\0\0", 6);       /* jmp *target */
    s->target = (uintptr_t)gate_child;
    return;
  }
  memcpy(s->code + 7, "\xff\x25\x23\0\0\0", 6);   /* jmp *back */
  memcpy(s->more, "\xff\x25\xf2\xff\xff\xff", 6); /* jmp *next */
}

static unsigned slot_make(uintptr_t pc, long number, enum slot_kind kind) {
  unsigned most = kind == SLOT_PLAIN && number != SYS_rt_sigreturn ? SLOTS - RESERVE : SLOTS;
  unsigned i = slots < most ? slots++ : SLOTS;
  if (i >= SLOTS)
    return 0;
  gate_slots[i].next = pc;
  gate_slots[i].number = (uint32_t)number;
  gate_slots[i].kind = kind;
  slot_write(&gate_slots[i], &gate_backs[i]);
  return i + 1;
}

uintptr_t gate_slot(uintptr_t pc, long number, enum slot_kind kind) {
  uint64_t key = (uint64_t)pc << 12 ^ (uint64_t)number << 2 ^ kind;
  unsigned at = (unsigned)(key * 0x9e3779b97f4a7c15u >> 40) % TABLE, mine = 0;
  for (;; at = (at + 1) % TABLE) {
    uint16_t found = atomic_load_explicit(&table[at], memory_order_acquire);
    if (!found) {
      if (!mine && !(mine = slot_make(pc, number, kind)))
        return 0;
      if (atomic_compare_exchange_strong(&table[at], &found, (uint16_t)mine))
        found = (uint16_t)mine;
    }
    struct gate_slot *s = &gate_slots[found - 1];
    if (s->next == pc && s->number == (uint32_t)number && s->kind == kind)
      return (uintptr_t)s;
  }
}

uintptr_t gate_interrupted(uintptr_t pc) {
  uintptr_t at = pc - (uintptr_t)gate_slots;
  if (at >= sizeof gate_slots || at % sizeof *gate_slots)
    return pc;
  const struct gate_slot *s = &gate_slots[at / sizeof *gate_slots];
  return s->kind == SLOT_PLAIN ? s->next - GATE_INSTRUCTION : pc;
}

int gate_call_made(uintptr_t pc) {
  return pc == (uintptr_t)gate_made;
}

int gate_in_vfork(uintptr_t pc) {
  uintptr_t at = pc - (uintptr_t)gate_slots;
  return at < sizeof gate_slots && gate_slots[at / sizeof *gate_slots].kind == SLOT_VFORK;
}

uintptr_t gate_returned(uintptr_t pc, enum slot_kind *kind) {
  uintptr_t at = pc - 2 - (uintptr_t)gate_backs;
  if (at >= sizeof gate_backs)
    return 0;
  *kind = gate_slots[at / sizeof *gate_backs].kind;
  return gate_slots[at / sizeof *gate_backs].next;
}
