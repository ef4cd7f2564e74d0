#include <linux/audit.h>
#include <stdint.h>
#include <ucontext.h>
#ifndef FENCEPOST_CONTEXT_X86_64_H
#define FENCEPOST_CONTEXT_X86_64_H

#define CONTEXT_CALL 2
#define CONTEXT_MACHINE AUDIT_ARCH_X86_64
#define CONTEXT_TRAP_FLAG 0x100

static inline uintptr_t context_pc(const ucontext_t *c) {
  return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
}
static inline void context_go(ucontext_t *c, uintptr_t pc) {
  c->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
}
static inline uintptr_t context_sp(const ucontext_t *c) {
  return (uintptr_t)c->uc_mcontext.gregs[REG_RSP];
}
static inline uintptr_t context_caller(const ucontext_t *c) {
  return *(const uintptr_t *)context_sp(c);
}
static inline void context_sp_set(ucontext_t *c, uintptr_t sp) {
  c->uc_mcontext.gregs[REG_RSP] = (greg_t)sp;
}
static inline long context_number(const ucontext_t *c) {
  return c->uc_mcontext.gregs[REG_RAX];
}
static inline long context_result(const ucontext_t *c) {
  return c->uc_mcontext.gregs[REG_RAX];
}
static inline void context_result_set(ucontext_t *c, long result) {
  c->uc_mcontext.gregs[REG_RAX] = result;
}
static inline int context_argument_register(int i) {
  static const int of[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
  return of[i];
}
static inline uint64_t context_argument(const ucontext_t *c, int i) {
  return (uint64_t)c->uc_mcontext.gregs[context_argument_register(i)];
}
static inline void context_argument_set(ucontext_t *c, int i, uint64_t value) {
  c->uc_mcontext.gregs[context_argument_register(i)] = (greg_t)value;
}
static inline void context_again(ucontext_t *c, long number) {
  c->uc_mcontext.gregs[REG_RAX] = number;
  c->uc_mcontext.gregs[REG_RIP] -= CONTEXT_CALL;
}
static inline int context_stores(const ucontext_t *c) {
  return (c->uc_mcontext.gregs[REG_ERR] & 2) != 0;
}
static inline int context_steps(const ucontext_t *c) {
  const unsigned char *next = (const unsigned char *)context_pc(c);
  return c->uc_mcontext.gregs[REG_EFL] & CONTEXT_TRAP_FLAG ||
         ((uintptr_t)next % 4096 && next[-1] == 0xf1); /* int1 */
}
/* The interrupted context lies behind the address that the handler returns to. */
static inline ucontext_t *context_of_handler(uintptr_t sp) {
  return (ucontext_t *)(sp + sizeof(void *));
}

#endif
