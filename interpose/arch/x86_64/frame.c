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

/* Memory around a frame pointer when a step is tried out. Each place of `near` has an address
 * in `far`, so it shows where the address of the caller's frame was taken from. */
#define PLACES 64
struct tried {
  uint64_t near[PLACES], far[PLACES];
};

static uint64_t tried_begin(struct tried *t) {
  for (int i = 0; i < PLACES; i++) {
    t->near[i] = (uintptr_t)&t->far[i];
    t->far[i] = 0;
  }
  return (uintptr_t)&t->near[PLACES / 2];
}

/* Returns whether the address was taken from a place, and how far that is above the frame
 * pointer. */
static int tried_place(const struct tried *t, uint64_t address, int64_t *above) {
  uint64_t at = address - (uintptr_t)t->far;
  *above = (int64_t)at - (int64_t)sizeof t->far / 2;
  return at < sizeof t->far && !(at % sizeof *t->far);
}

/* A frame that realigned its stack keeps its caller's stack pointer in a slot near its frame
 * pointer. Nothing else tells how many bytes the realigning skipped. */
static int note_realigned(struct walk *w, uint64_t bp, int64_t above, uint64_t cfa,
                          unw_cursor_t *caller, struct frame_rule *rule) {
  uint64_t slot = bp + (uint64_t)above;
  unw_save_loc_t now;
  if (*(const uint64_t *)slot != cfa)
    return 0;
  walk_slot(w, slot);
  if (!unw_get_save_loc(caller, UNW_X86_64_RBP, &now) && now.type == UNW_SLT_MEMORY &&
      now.u.addr == bp) {
    rule->base = FRAME_BY_SLOT;
    rule->above = (int32_t)above;
    rule->saved = 0;
  }
  return 1;
}

static void learn(struct frame_rule *rule, enum frame_base base, int64_t above, uint64_t saved,
                  uint64_t cfa, unw_cursor_t *caller) {
  unw_save_loc_t now;
  if (unw_get_save_loc(caller, UNW_X86_64_RBP, &now) || now.type != UNW_SLT_MEMORY)
    return;
  int64_t at = now.u.addr == saved ? 0 : (int64_t)(now.u.addr - cfa);
  if (at > 0 || at < INT16_MIN || above != (int32_t)above)
    return;
  rule->base = (uint8_t)base;
  rule->above = (int32_t)above;
  rule->saved = (int16_t)at;
}

int frame_note(struct walk *w, unw_cursor_t *cursor, unw_cursor_t *caller,
               const unw_context_t *context, struct frame_rule *rule) {
  struct tried tried;
  uint64_t nothing = tried_begin(&tried);
  int64_t above;
  unw_word_t ip, sp, bp, to, cfa;
  unw_save_loc_t saved;
  rule->base = FRAME_UNKNOWN;
  if (unw_is_signal_frame(cursor) > 0 || unw_get_reg(cursor, UNW_REG_IP, &ip) ||
      unw_get_reg(cursor, UNW_REG_SP, &sp) || unw_get_reg(cursor, UNW_X86_64_RBP, &bp) ||
      unw_get_save_loc(cursor, UNW_X86_64_RBP, &saved) || saved.type != UNW_SLT_MEMORY ||
      unw_get_reg(caller, UNW_REG_IP, &to) || unw_get_reg(caller, UNW_REG_SP, &cfa) ||
      *(const uint64_t *)(cfa - 8) != to)
    return 0;
  uint64_t other = step_from(ip, sp, nothing, nothing);
  if (other == cfa) {
    learn(rule, FRAME_BY_SP, (int64_t)(cfa - sp), saved.u.addr, cfa, caller);
  } else {
    if (step_from(ip, sp, bp, nothing) != cfa)
      return 0;
    int kept = saved.u.addr - (uintptr_t)context >= sizeof *context;
    walk_slot(w, kept ? saved.u.addr : (uintptr_t)w->bp);
    if (tried_place(&tried, other, &above)) {
      if (!note_realigned(w, bp, above, cfa, caller, rule))
        return 0;
    } else if (other - nothing == cfa - bp) {
      learn(rule, FRAME_BY_BP, (int64_t)(cfa - bp), saved.u.addr, cfa, caller);
    } else {
      return 0;
    }
  }
  walk_slot(w, cfa - 8);
  return 1;
}

/* Frames are at most so large; what looks like a larger one is left to the unwinder. */
#define LARGEST (64u << 20)

static void add_slot(struct walk *w, const uint64_t *at) {
  w->slot[w->slots++] = (struct slot){at, *at};
}

int frame_step(struct walk *w, struct frame_place *at, const struct frame_rule *rule) {
  uint64_t base = rule->base == FRAME_BY_SP ? at->sp : at->bp;
  uint64_t cfa = base + (uint64_t)(int64_t)rule->above;
  const uint64_t *kept = rule->base == FRAME_BY_SLOT ? (const uint64_t *)cfa : NULL;
  if (kept && (base % 8 || base - at->sp > LARGEST))
    return 0;
  cfa = kept ? *kept : cfa;
  if (cfa % 8 || cfa - at->sp - 8 > LARGEST)
    return 0;
  if (rule->base != FRAME_BY_SP)
    add_slot(w, at->bp_at);
  if (kept)
    add_slot(w, kept);
  add_slot(w, (const uint64_t *)(cfa - 8));
  if (kept) {
    at->bp_at = (const uint64_t *)base;
    at->bp = *at->bp_at;
  } else if (rule->saved) {
    at->bp_at = (const uint64_t *)(cfa + (uint64_t)(int64_t)rule->saved);
    at->bp = *at->bp_at;
  }
  at->sp = cfa;
  at->ip = *(const uint64_t *)(cfa - 8);
  return 1;
}
