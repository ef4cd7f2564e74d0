#define _GNU_SOURCE
#include "interpose/arch/frame.h"
#include <string.h>
#include <ucontext.h>

static void walk_slot(struct walk *w, uint64_t at) {
  for (int i = 0; i < w->slots; i++)
    if (w->slot[i].at == (const uint64_t *)at)
      return;
  w->slot[w->slots++] = (struct slot){(const uint64_t *)at, *(const uint64_t *)at};
}

static const int greg[REG_CALLER] = {REG_RIP, REG_RSP, REG_RBP, REG_RBX,
                                     REG_R12, REG_R13, REG_R14, REG_R15};

void frame_registers(uint64_t *registers, const void *interrupted) {
  const ucontext_t *c = interrupted;
  for (int i = 0; i < REG_CALLER; i++)
    registers[i] = (uint64_t)c->uc_mcontext.gregs[greg[i]];
  registers[REG_CALLER] = registers[REG_IP];
}

void frame_context(unw_context_t *context, const uint64_t *registers) {
  memset(context, 0, sizeof *context);
  for (int i = 0; i < REG_CALLER; i++)
    context->uc_mcontext.gregs[greg[i]] = (greg_t)registers[i];
}

/* Computes where the caller's stack pointer was if the frame had this frame pointer and no
 * other register pointed anywhere. This shows on which registers the caller's place depends. */
static uint64_t step_from(uint64_t ip, uint64_t sp, uint64_t bp, uint64_t nothing) {
  unw_context_t context;
  unw_cursor_t cursor;
  unw_word_t cfa = 0;
  const uint64_t registers[REGISTERS] = {ip,      sp,      bp,      nothing, nothing,
                                         nothing, nothing, nothing, 0};
  frame_context(&context, registers);
  if (unw_init_local(&cursor, &context) || unw_step(&cursor) < 0 ||
      unw_get_reg(&cursor, UNW_REG_SP, &cfa))
    return 0;
  return cfa;
}

/* A frame that realigned its stack keeps its caller's stack pointer in a slot near its frame
 * pointer. Nothing else tells how many bytes the realigning skipped. */
static int walk_realigned(struct walk *w, uint64_t bp, uint64_t cfa) {
  for (uint64_t at = bp - 8; at >= bp - 64; at -= 8)
    if (*(const uint64_t *)at == cfa) {
      walk_slot(w, at);
      return 1;
    }
  return 0;
}

int frame_note(struct walk *w, unw_cursor_t *cursor, unw_cursor_t *caller,
               const unw_context_t *context) {
  uint64_t fake[64], nothing = (uintptr_t)&fake[32];
  unw_word_t ip, sp, bp, to, cfa;
  unw_save_loc_t saved;
  for (int i = 0; i < 64; i++)
    fake[i] = nothing;
  if (unw_is_signal_frame(cursor) > 0 || unw_get_reg(cursor, UNW_REG_IP, &ip) ||
      unw_get_reg(cursor, UNW_REG_SP, &sp) || unw_get_reg(cursor, UNW_X86_64_RBP, &bp) ||
      unw_get_save_loc(cursor, UNW_X86_64_RBP, &saved) || saved.type != UNW_SLT_MEMORY ||
      unw_get_reg(caller, UNW_REG_IP, &to) || unw_get_reg(caller, UNW_REG_SP, &cfa) ||
      *(const uint64_t *)(cfa - 8) != to)
    return 0;
  uint64_t other = step_from(ip, sp, nothing, nothing);
  if (other != cfa) {
    if (step_from(ip, sp, bp, nothing) != cfa)
      return 0;
    if (saved.u.addr < (uintptr_t)context || saved.u.addr >= (uintptr_t)(context + 1))
      walk_slot(w, saved.u.addr);
    if (other - nothing != cfa - bp && !walk_realigned(w, bp, cfa))
      return 0;
  }
  walk_slot(w, cfa - 8);
  return 1;
}
