#define _GNU_SOURCE
#include "interpose/arch/frame.h"
#include <string.h>
#include <ucontext.h>

void frame_registers(uint64_t *registers, const void *interrupted) {
  const ucontext_t *c = interrupted;
  registers[REG_IP] = registers[REG_CALLER] = c->uc_mcontext.pc;
  registers[REG_SP] = c->uc_mcontext.sp;
  registers[REG_BP] = c->uc_mcontext.regs[29];
  for (int i = 0; i < 10; i++)
    registers[REG_19 + i] = c->uc_mcontext.regs[19 + i];
}

void frame_context(unw_context_t *context, const uint64_t *registers) {
  memset(context, 0, sizeof *context);
  context->uc_mcontext.pc = registers[REG_IP];
  context->uc_mcontext.sp = registers[REG_SP];
  context->uc_mcontext.regs[29] = registers[REG_BP];
  for (int i = 0; i < 10; i++)
    context->uc_mcontext.regs[19 + i] = registers[REG_19 + i];
}

/* A frame keeps these things at places that differ from function to function, so every stack is
 * unwound. */
int frame_note(struct walk *w, unw_cursor_t *cursor, unw_cursor_t *caller,
               const unw_context_t *context, struct frame_rule *rule) {
  (void)w, (void)cursor, (void)caller, (void)context;
  rule->base = FRAME_UNKNOWN;
  return 0;
}

int frame_step(struct walk *w, struct frame_place *at, const struct frame_rule *rule) {
  (void)w, (void)at, (void)rule;
  return 0;
}
