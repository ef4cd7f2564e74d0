/* decode_spin_values.c: what registers and variables depend on, in a walk through a loop, step
 * by step. */
#define _GNU_SOURCE
#include "decode_spin_part.h"

int step_at(const struct spin *s, uintptr_t at, struct spin_step *out) {
  ZydisDecoder decoder;
  ZyanU64 target = 0;
  if (at < s->lo || at >= s->hi)
    return 0;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, s->code + (at - s->lo), s->hi - at,
                                           &out->in, out->op)))
    return 0;
  out->at = at;
  out->next = at + out->in.length;
  if (out->in.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE && out->in.operand_count_visible &&
      out->op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
    ZydisCalcAbsoluteAddress(&out->in, &out->op[0], at, &target);
  out->target = (uintptr_t)target;
  return 1;
}

/* Returns the number of a register here; -1: nothing depends on it. */
static int number_of(ZydisRegister r) {
  ZydisRegisterClass class = ZydisRegisterGetClass(r);
  if (class == ZYDIS_REGCLASS_XMM || class == ZYDIS_REGCLASS_YMM || class == ZYDIS_REGCLASS_ZMM)
    return SPIN_GENERAL + decode_number(r) % SPIN_VECTORS;
  return decode_greg(r);
}

int writes_register(const struct spin_step *t, int number) {
  for (int i = 0; i < t->in.operand_count; i++)
    if (t->op[i].type == ZYDIS_OPERAND_TYPE_REGISTER && writes(&t->op[i]) &&
        number_of(t->op[i].reg.value) == number)
      return 1;
  return 0;
}

int is_slot(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  int8_t base = decode_greg(op->mem.base);
  return is_memory(op) && op->mem.index == ZYDIS_REGISTER_NONE &&
         op->mem.segment != ZYDIS_REGISTER_FS && op->mem.segment != ZYDIS_REGISTER_GS &&
         (base == REG_RSP || (base == REG_RBP && w->rbp_is_frame));
}

static uint8_t later(uint8_t a, uint8_t b) {
  return a > b ? a : b;
}

static uint8_t register_state(const struct spin_walk *w, ZydisRegister r) {
  int number = r == ZYDIS_REGISTER_NONE ? -1 : number_of(r);
  return number < 0 ? SAME : w->now.reg[number];
}

static uint8_t address_state(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  return later(register_state(w, op->mem.base), register_state(w, op->mem.index));
}

static int slot_meets(const struct spin_slot *k, const ZydisDecodedOperand *op) {
  int64_t lo = op->mem.disp.value;
  return k->base == decode_greg(op->mem.base) && lo < k->hi && k->lo < lo + op->size / 8;
}

int is_written(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  for (int i = 0; i < w->slots; i++)
    if (slot_meets(&w->slot[i], op))
      return 1;
  return 0;
}

static uint8_t slot_state(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  uint8_t all = SAME;
  for (int i = 0; i < w->slots; i++)
    if (slot_meets(&w->slot[i], op))
      all = later(all, w->now.slot[i]);
  return all;
}

static int slot_add(struct spin_walk *w, const ZydisDecodedOperand *op) {
  int64_t lo = op->mem.disp.value;
  if (w->slots == SPIN_SLOTS)
    return 0;
  w->now.slot[w->slots] = OTHER;
  w->slot[w->slots++] = (struct spin_slot){decode_greg(op->mem.base), lo, lo + op->size / 8};
  return 1;
}

int values_begin(struct spin_walk *w, const struct spin_step *t) {
  for (int i = 0; i < t->in.operand_count; i++) {
    const ZydisDecodedOperand *op = &t->op[i];
    if (!writes(op) || is_branch(t) || is_call(t))
      continue;
    if (is_memory(op) && (!is_slot(w, op) || !slot_add(w, op)))
      return 0;
    int number = op->type == ZYDIS_OPERAND_TYPE_REGISTER ? number_of(op->reg.value) : -1;
    if (number == REG_RSP)
      return 0;
    if (number >= 0)
      w->now.reg[number] = OTHER;
  }
  if (is_call(t))
    values_call(&w->now);
  return 1;
}

static const int8_t not_kept[] = {REG_RAX, REG_RCX, REG_RDX, REG_RSI, REG_RDI,
                                  REG_R8,  REG_R9,  REG_R10, REG_R11};

void values_call(struct spin_values *v) {
  for (size_t i = 0; i < sizeof not_kept; i++)
    v->reg[not_kept[i]] = OTHER;
  for (int i = SPIN_GENERAL; i < SPIN_REGISTERS; i++)
    v->reg[i] = OTHER;
  v->flags = OTHER;
}

static void join(struct spin_values *v, const struct spin_values *other) {
  for (int i = 0; i < SPIN_REGISTERS; i++)
    v->reg[i] = later(v->reg[i], other->reg[i]);
  for (int i = 0; i < SPIN_SLOTS; i++)
    v->slot[i] = later(v->slot[i], other->slot[i]);
  v->flags = later(v->flags, other->flags);
}

int values_skip(struct spin_walk *w, uintptr_t target) {
  if (w->joins == SPIN_JOINS)
    return 0;
  w->join[w->joins++] = (struct spin_join){target, w->now};
  return 1;
}

void values_join(struct spin_walk *w, uintptr_t at) {
  for (int i = 0; i < w->joins;)
    if (w->join[i].at <= at) {
      join(&w->now, &w->join[i].values);
      w->join[i] = w->join[--w->joins];
    } else {
      i++;
    }
}

/* Tells what a value from memory depends on. Returns 0 if this is the load in question, and its
 * place is not fixed. */
static int memory_state(struct spin_walk *w, const struct spin_step *t,
                        const ZydisDecodedOperand *op, uint8_t *state) {
  uint8_t address = address_state(w, op);
  if (t->next == w->s->pc) {
    *state = POLLED;
    w->seen = 1;
    return address <= LOADED && op->size == 8 * w->s->size &&
           (!is_slot(w, op) || slot_state(w, op) <= LOADED);
  }
  *state = is_slot(w, op) ? slot_state(w, op) : later(address, LOADED);
  if (told_is(w, op)) {
    *state = later(*state, POLLED);
    w->seen = 1;
  }
  return 1;
}

static int is_zero(const struct spin_step *t) {
  return (t->in.mnemonic == ZYDIS_MNEMONIC_XOR || t->in.mnemonic == ZYDIS_MNEMONIC_SUB ||
          t->in.mnemonic == ZYDIS_MNEMONIC_PXOR) &&
         t->op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
         t->op[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
         t->op[0].reg.value == t->op[1].reg.value;
}

static int reads_state(struct spin_walk *w, const struct spin_step *t, uint8_t *all) {
  const ZydisAccessedFlags *flags = t->in.cpu_flags;
  uint8_t state;
  *all = flags && flags->tested ? w->now.flags : SAME;
  for (int i = 0; i < t->in.operand_count && !is_zero(t); i++) {
    const ZydisDecodedOperand *op = &t->op[i];
    state = SAME;
    if (is_memory(op) && op->mem.type == ZYDIS_MEMOP_TYPE_AGEN)
      state = address_state(w, op);
    else if (is_memory(op) && reads(op) && !memory_state(w, t, op, &state))
      return 0;
    else if (op->type == ZYDIS_OPERAND_TYPE_REGISTER && reads(op))
      state = register_state(w, op->reg.value);
    *all = later(*all, state);
  }
  return 1;
}

/* An instruction that writes a part of what was there, or may not write, keeps the rest. */
static void write_state(uint8_t *into, uint8_t state, int part) {
  *into = part ? later(*into, state) : state;
}

static void writes_state(struct spin_walk *w, const struct spin_step *t, uint8_t state) {
  const ZydisAccessedFlags *flags = t->in.cpu_flags;
  if (flags && (flags->modified | flags->set_0 | flags->set_1 | flags->undefined))
    w->now.flags = state;
  for (int i = 0; i < t->in.operand_count; i++) {
    const ZydisDecodedOperand *op = &t->op[i];
    int number = op->type == ZYDIS_OPERAND_TYPE_REGISTER ? number_of(op->reg.value) : -1;
    int may_write = !(op->actions & ZYDIS_OPERAND_ACTION_WRITE);
    if (!writes(op))
      continue;
    if (number >= 0)
      write_state(&w->now.reg[number], state, may_write || (op->size < 32 && state <= LOADED));
    for (int k = 0; is_memory(op) && k < w->slots; k++)
      if (slot_meets(&w->slot[k], op))
        write_state(&w->now.slot[k], state,
                    may_write ||
                        (state <= LOADED && op->size / 8 < w->slot[k].hi - w->slot[k].lo));
  }
}

int values_step(struct spin_walk *w, const struct spin_step *t) {
  uint8_t state = SAME;
  if (!reads_state(w, t, &state))
    return 0;
  writes_state(w, t, state);
  return 1;
}
