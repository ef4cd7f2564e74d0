#define _GNU_SOURCE
#include "bounce.h"
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include "interpose/arch/program_memory.h"
#include "xstate.h"

#define ROOM 8192
#define FLAGS 0xcd5 /* flags of arithmetic, and the direction flag */
#define REGISTERS 16

/* The assembly text below uses the offsets in this struct. */
struct bounce_state {
  uint64_t reg[REGISTERS]; /* in the order of greg_t */
  uint64_t flags;          /* 128 */
  uint64_t stack;          /* 136: our stack pointer meanwhile */
  uint64_t frame;          /* 144: the frame that xrstor loads, or 0 */
  uint64_t features;       /* 152 */
  const void *code;        /* 160 */
  uint64_t with_stack;     /* 168: rsp is set to the program's value, too */
};
struct bounce_state bounce_state __attribute__((visibility("hidden")));
void bounce_go(void) __attribute__((visibility("hidden")));
void bounce_back(void) __attribute__((visibility("hidden")));

#define EACH(what)                                                                             \
  what(r8, 0) what(r9, 8) what(r10, 16) what(r11, 24) what(r12, 32) what(r13, 40)              \
      what(r14, 48) what(r15, 56) what(rdi, 64) what(rsi, 72) what(rbp, 80) what(rbx, 88)      \
          what(rdx, 96) what(rax, 104) what(rcx, 112)
#define LOAD(r, at) "mov bounce_state+" #at "(%rip), %" #r "\n"
#define SAVE(r, at) "mov %" #r ", bounce_state+" #at "(%rip)\n"

__asm__(".text\n.globl bounce_go\n.hidden bounce_go\n.type bounce_go, @function\nbounce_go:\n"
        "push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "sub $24, %rsp\n stmxcsr (%rsp)\n fnstcw 4(%rsp)\n"
        "mov bounce_state+144(%rip), %rbx\n"
        "mov bounce_state+152(%rip), %eax\n xor %edx, %edx\n xrstor64 (%rbx)\n"
        "mov %rsp, bounce_state+136(%rip)\n"
        "cmpq $0, bounce_state+168(%rip)\n jne 1f\n mov %rsp, bounce_state+120(%rip)\n"
        "1: pushq bounce_state+128(%rip)\n popfq\n" EACH(LOAD) LOAD(
            rsp,
            120) "jmp *bounce_state+160(%rip)\n"
                 ".globl bounce_back\n.hidden bounce_back\nbounce_back:\n" EACH(SAVE) SAVE(
                     rsp,
                     120) "mov bounce_state+136(%rip), %rsp\n pushfq\n popq "
                          "bounce_state+128(%rip)\n cld\n"
                          "mov bounce_state+144(%rip), %rbx\n"
                          "mov bounce_state+152(%rip), %eax\n xor %edx, %edx\n xsave64 (%rbx)\n"
                          "fninit\n fldcw 4(%rsp)\n ldmxcsr (%rsp)\n add $24, %rsp\n"
                          "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n "
                          "ret\n");

static unsigned char *code, *room;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static volatile int faulted;

int bounce_begin(void) {
  if (code)
    return 0;
  void *p = mmap(NULL, 4096 + ROOM, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return -1;
  room = (unsigned char *)p + 4096;
  code = p;
  return 0;
}

int bounce_recover(ucontext_t *c) {
  greg_t *pc = &c->uc_mcontext.gregs[REG_RIP];
  if (!code || *pc != (greg_t)(uintptr_t)code)
    return 0;
  *pc = (greg_t)(uintptr_t)bounce_back;
  faulted = 1;
  return 1;
}

/* Replaces prefixes that would change the address by one that means nothing. */
static void plain_prefixes(unsigned char *b) {
  for (;; b++)
    switch (*b) {
    case 0x64:
    case 0x65:
    case 0x67:
      *b = 0x3e;
      break;
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x26:
    case 0x66:
    case 0xf0:
    case 0xf2:
    case 0xf3:
      break;
    default:
      if ((*b & 0xf0) != 0x40) /* not REX, which counts only as the last prefix */
        return;
    }
}

/* Writes the instruction on `operand`, and the jump back. */
static int code_write(const struct instruction *in, uintptr_t operand) {
  static const unsigned char jump[6] = {0xff, 0x25}; /* jmp *0(%rip) */
  size_t rest = (size_t)(in->length - in->tail), size = in->absolute ? 8 : 5;
  size_t length = in->modrm + size + rest;
  void *back = (void *)bounce_back;
  if (length > INSTRUCTION_MOST)
    return 0;
  memcpy(code, in->bytes, in->modrm);
  plain_prefixes(code);
  if (in->absolute) {
    memcpy(code + in->modrm, &operand, 8);
  } else {
    int64_t apart = (int64_t)(operand - (uintptr_t)(code + length));
    if (apart != (int32_t)apart)
      return 0;
    code[in->modrm] = (in->bytes[in->modrm] & 0x38) | 5; /* relative to rip */
    memcpy(code + in->modrm + 1, &(int32_t){(int32_t)apart}, 4);
  }
  memcpy(code + in->modrm + size, in->bytes + in->tail, rest);
  memcpy(code + length, jump, sizeof jump);
  memcpy(code + length + sizeof jump, &back, sizeof back);
  return 1;
}

static void run(const struct instruction *in, ucontext_t *c) {
  struct bounce_state *s = &bounce_state;
  greg_t *g = c->uc_mcontext.gregs;
  memcpy(s->reg, g, sizeof s->reg);
  s->flags = (uint64_t)g[REG_EFL] & FLAGS;
  s->frame = (uint64_t)(uintptr_t)c->uc_mcontext.fpregs;
  s->features = xstate_features(c);
  s->code = code;
  s->with_stack = in->stack;
  faulted = 0;
  bounce_go();
  if (faulted)
    return;
  memcpy(g, s->reg, sizeof s->reg - (in->stack ? 0 : sizeof *s->reg)); /* rsp is the last */
  g[REG_EFL] = (greg_t)(((uint64_t)g[REG_EFL] & ~(uint64_t)FLAGS) | (s->flags & FLAGS));
}

static enum bounce_result run_on_copy(const struct instruction *in, ucontext_t *c,
                                      siginfo_t *info, uintptr_t at,
                                      const struct operand_run *r, int runs) {
  uintptr_t lo = runs ? r[0].at : at, hi = runs ? r[runs - 1].at + r[runs - 1].size : at;
  /* Where the operand would begin in the copy. */
  uintptr_t base = in->part == PART_BIT ? lo : at;
  unsigned char *operand = room + 64 + base % 64;
  if (hi - base > ROOM - 128 || lo < base)
    return BOUNCE_NOT;
  memset(operand, 0, hi - base > in->size ? hi - base : in->size);
  for (int i = 0; i < runs; i++)
    if (copy_from(operand + (r[i].at - base), r[i].at, r[i].size))
      return copy_fault(info), BOUNCE_FAULTS;
  if (!code_write(in, (uintptr_t)operand - (base - at)))
    return BOUNCE_NOT;
  run(in, c);
  if (faulted) {
    info->si_addr = NULL;
    info->si_code = SI_KERNEL;
    return BOUNCE_FAULTS;
  }
  for (int i = 0; i < runs && in->does & INSTRUCTION_STORES; i++)
    if (copy_to(r[i].at, operand + (r[i].at - base), r[i].size))
      return copy_fault(info), BOUNCE_FAULTS;
  return BOUNCE_DONE;
}

enum bounce_result bounce_run(const struct instruction *in, ucontext_t *c, siginfo_t *info,
                              uintptr_t at, const struct operand_run *r, int runs) {
  if (!code || !xstate_features(c) || in->divides) /* because SIGFPE is blocked here */
    return BOUNCE_NOT;
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
    sched_yield();
  enum bounce_result result = run_on_copy(in, c, info, at, r, runs);
  atomic_flag_clear_explicit(&busy, memory_order_release);
  return result;
}
