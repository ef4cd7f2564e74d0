#include <linux/audit.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>
#ifndef FENCEPOST_CONTEXT_AARCH64_H
#define FENCEPOST_CONTEXT_AARCH64_H

#define CONTEXT_CALL 4
#define CONTEXT_MACHINE AUDIT_ARCH_AARCH64

static inline uintptr_t context_pc(const ucontext_t *c) {
  return c->uc_mcontext.pc;
}
static inline void context_go(ucontext_t *c, uintptr_t pc) {
  c->uc_mcontext.pc = pc;
}
static inline uintptr_t context_sp(const ucontext_t *c) {
  return c->uc_mcontext.sp;
}
static inline uintptr_t context_caller(const ucontext_t *c) {
  return c->uc_mcontext.regs[30];
}
static inline void context_sp_set(ucontext_t *c, uintptr_t sp) {
  c->uc_mcontext.sp = sp;
}
static inline long context_number(const ucontext_t *c) {
  return (long)c->uc_mcontext.regs[8];
}
static inline long context_result(const ucontext_t *c) {
  return (long)c->uc_mcontext.regs[0];
}
static inline void context_result_set(ucontext_t *c, long result) {
  c->uc_mcontext.regs[0] = (uint64_t)result;
}
static inline uint64_t context_argument(const ucontext_t *c, int i) {
  return c->uc_mcontext.regs[i];
}
static inline void context_argument_set(ucontext_t *c, int i, uint64_t value) {
  c->uc_mcontext.regs[i] = value;
}
/* A system call's result overwrites its first argument, so level pages would have to keep that
 * argument. */
static inline void context_again(ucontext_t *c, long number) {
  c->uc_mcontext.regs[8] = (uint64_t)number;
  c->uc_mcontext.pc -= CONTEXT_CALL;
}
/* The kernel tells it in a record of its own, which only level pages would need to read. */
static inline int context_stores(const ucontext_t *c) {
  (void)c;
  return 1;
}
/* We use no debug registers here, so every trap belongs to the program. */
static inline int context_steps(const ucontext_t *c) {
  (void)c;
  return 1;
}
static inline ucontext_t *context_of_handler(uintptr_t sp) {
  return (ucontext_t *)(sp + sizeof(siginfo_t));
}

#endif
