/* decode_spin.c: loops that wait for a location to change (spin.h).
 *
 * A loop is walked through once, from its first instruction to the branch back, with a note of
 * what each register and variable of the frame depends on. */
#define _GNU_SOURCE
#include <string.h>
#include <ucontext.h>
#include "decode_part.h"
#include "interpose/tracers/shared/spin.h"

#define AFTER 24 /* how many instructions may lie between the load and the branch back */
#define SLOTS 16
#define VECTORS 32
#define GENERAL 24 /* greg_t numbers are below */
#define REGISTERS (GENERAL + VECTORS)

/* The order matters: what depends on two of these has the later one. */
enum state {
  SAME,   /* each time round */
  POLLED, /* depends on the loaded value, and on nothing else that may change */
  OTHER
};

struct spin_step {
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
  uintptr_t at, next, target; /* target: where a branch or direct call goes; else 0 */
};

struct spin_slot { /* a variable in the frame */
  int8_t base;
  int64_t lo, hi;
  enum state state;
};

struct spin_walk {
  const struct spin *s;
  enum state state[REGISTERS], flags;
  struct spin_slot slot[SLOTS];
  int slots;
  uintptr_t from, end; /* of the loop */
  uintptr_t until;     /* instructions before this address may be skipped, */
  uintptr_t guarded;   /* and those before this one depending on the loaded value */
  uintptr_t hook;      /* the function that tells of the load */
  int rbp_is_frame;    /* rbp may be the frame pointer: the loop does not write it */
  /* The hook's call was met; the load was met; the way out of the loop depends on it. */
  int told, seen, ends;
};

static int step_at(const struct spin *s, uintptr_t at, struct spin_step *out) {
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

static int is_condition(const struct spin_step *t) {
  return t->in.meta.category == ZYDIS_CATEGORY_COND_BR;
}

static int is_branch(const struct spin_step *t) {
  return is_condition(t) || t->in.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
}

static int is_call(const struct spin_step *t) {
  return t->in.meta.category == ZYDIS_CATEGORY_CALL;
}

/* Returns the number of a register here; -1: nothing depends on it. */
static int number_of(ZydisRegister r) {
  ZydisRegisterClass class = ZydisRegisterGetClass(r);
  if (class == ZYDIS_REGCLASS_XMM || class == ZYDIS_REGCLASS_YMM || class == ZYDIS_REGCLASS_ZMM)
    return GENERAL + decode_number(r) % VECTORS;
  return decode_greg(r);
}

static int is_memory(const ZydisDecodedOperand *op) {
  return op->type == ZYDIS_OPERAND_TYPE_MEMORY;
}

static int reads(const ZydisDecodedOperand *op) {
  return (op->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

static int writes(const ZydisDecodedOperand *op) {
  return (op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

static int is_slot(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  int8_t base = decode_greg(op->mem.base);
  return is_memory(op) && op->mem.index == ZYDIS_REGISTER_NONE &&
         op->mem.segment != ZYDIS_REGISTER_FS && op->mem.segment != ZYDIS_REGISTER_GS &&
         (base == REG_RSP || (base == REG_RBP && w->rbp_is_frame));
}

static enum state later(enum state a, enum state b) {
  return a > b ? a : b;
}

static enum state register_state(const struct spin_walk *w, ZydisRegister r) {
  int number = r == ZYDIS_REGISTER_NONE ? -1 : number_of(r);
  return number < 0 ? SAME : w->state[number];
}

static enum state address_state(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  return later(register_state(w, op->mem.base), register_state(w, op->mem.index));
}

static int slot_meets(const struct spin_slot *k, const ZydisDecodedOperand *op) {
  int64_t lo = op->mem.disp.value;
  return k->base == decode_greg(op->mem.base) && lo < k->hi && k->lo < lo + op->size / 8;
}

/* Finds the note of a variable that the loop writes. */
static enum state slot_state(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  enum state all = SAME;
  for (int i = 0; i < w->slots; i++)
    if (slot_meets(&w->slot[i], op))
      all = later(all, w->slot[i].state);
  return all;
}

static int slot_add(struct spin_walk *w, const ZydisDecodedOperand *op) {
  int64_t lo = op->mem.disp.value;
  if (w->slots == SLOTS)
    return 0;
  w->slot[w->slots++] =
      (struct spin_slot){decode_greg(op->mem.base), lo, lo + op->size / 8, OTHER};
  return 1;
}

/* The stack pointer and the instruction pointer count as constant. */
static int is_plain(const struct spin_step *t) {
  switch (t->in.meta.category) {
  case ZYDIS_CATEGORY_RET:
  case ZYDIS_CATEGORY_PUSH:
  case ZYDIS_CATEGORY_POP:
  case ZYDIS_CATEGORY_SYSCALL:
  case ZYDIS_CATEGORY_SYSRET:
  case ZYDIS_CATEGORY_INTERRUPT:
  case ZYDIS_CATEGORY_STRINGOP:
    return 0;
  default:
    return !(t->in.attributes & (ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_REP |
                                 ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)) ||
           is_branch(t) || is_call(t) || t->in.mnemonic == ZYDIS_MNEMONIC_PAUSE;
  }
}

static int call_waits(const struct spin_walk *w, const struct spin_step *t) {
  uintptr_t at = t->target;
  ZyanU64 pointer = 0;
  if (at)
    return (w->s->told && at == w->hook) || w->s->waits(at, 0);
  if (!is_memory(&t->op[0]) || t->op[0].mem.base != ZYDIS_REGISTER_RIP ||
      !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&t->in, &t->op[0], t->at, &pointer)))
    return 0;
  return w->s->waits((uintptr_t)pointer, 1);
}

static const int8_t not_kept[] = {REG_RAX, REG_RCX, REG_RDX, REG_RSI, REG_RDI,
                                  REG_R8,  REG_R9,  REG_R10, REG_R11};

static void call_changes(struct spin_walk *w) {
  for (size_t i = 0; i < sizeof not_kept; i++)
    w->state[not_kept[i]] = OTHER;
  for (int i = GENERAL; i < REGISTERS; i++)
    w->state[i] = OTHER;
  w->flags = OTHER;
}

static int writes_register(const struct spin_step *t, int number) {
  for (int i = 0; i < t->in.operand_count; i++)
    if (t->op[i].type == ZYDIS_OPERAND_TYPE_REGISTER && writes(&t->op[i]) &&
        number_of(t->op[i].reg.value) == number)
      return 1;
  return 0;
}

/* Returns whether an instruction from `from` to `end` writes the register. */
static int loop_writes(const struct spin *s, uintptr_t from, uintptr_t end, int number) {
  struct spin_step t;
  for (uintptr_t at = from; at < end && step_at(s, at, &t); at = t.next)
    if (writes_register(&t, number))
      return 1;
  return 0;
}

/* When the loop begins, whatever the instruction writes may have any value. */
static int note_writes(struct spin_walk *w, const struct spin_step *t) {
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
      w->state[number] = OTHER;
  }
  return 1;
}

/* Returns whether the code from `at` on may lead into the loop; a return does not. */
static int comes_back(const struct spin *s, uintptr_t at, uintptr_t from, uintptr_t end) {
  struct spin_step t;
  for (int i = 0; i < 2 * AFTER && step_at(s, at, &t); i++) {
    if (at < end && t.next > from)
      return 1;
    if (t.in.meta.category == ZYDIS_CATEGORY_RET)
      return 0;
    if (is_branch(&t) && (!t.target || (t.target >= from && t.target < end)))
      return 1;
    at = is_branch(&t) && !is_condition(&t) ? t.target : t.next;
  }
  return 1;
}

/* Returns whether these instructions may form such a loop. */
static int loop_take(struct spin_walk *w) {
  const struct spin *s = w->s;
  struct spin_step t = {.next = w->from};
  int met = 0;
  while (t.next < w->end) {
    if (!step_at(s, t.next, &t) || !is_plain(&t) || !note_writes(w, &t))
      return 0;
    met |= t.next == s->pc;
    if (t.next == s->pc && is_call(&t) != s->told)
      return 0;
    if (t.next == s->pc)
      w->hook = s->told ? t.target : 0;
    if (is_branch(&t) && (!t.target || (t.target <= t.at && t.next != w->end &&
                                        comes_back(s, t.target, w->from, w->end))))
      return 0;
    if (is_call(&t))
      call_changes(w);
  }
  return met && t.next == w->end;
}

static int calls_wait(const struct spin_walk *w) {
  struct spin_step t;
  for (uintptr_t at = w->from; at < w->end && step_at(w->s, at, &t); at = t.next)
    if (is_call(&t) && !call_waits(w, &t))
      return 0;
  return 1;
}

/* Tells what a value from memory depends on. Returns 0 if this is the load in question, and its
 * place is not fixed. */
static int memory_state(struct spin_walk *w, const struct spin_step *t,
                        const ZydisDecodedOperand *op, enum state *state) {
  enum state address = address_state(w, op);
  if (t->next == w->s->pc) {
    *state = POLLED;
    w->seen = 1;
    return address == SAME && op->size == 8 * w->s->size &&
           (!is_slot(w, op) || slot_state(w, op) == SAME);
  }
  *state = is_slot(w, op) ? slot_state(w, op) : address;
  if (w->told && !is_slot(w, op)) { /* the hook told of this load, which follows its call */
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

static int reads_state(struct spin_walk *w, const struct spin_step *t, enum state *all) {
  const ZydisAccessedFlags *flags = t->in.cpu_flags;
  enum state state;
  *all = flags && flags->tested ? w->flags : SAME;
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

/* A conditional instruction may not run; one that writes a part of a register keeps the
 * rest. */
static void write_state(const struct spin_walk *w, enum state *into, enum state state,
                        int part) {
  *into = w->until || (part && state == SAME) ? later(*into, state) : state;
}

static void writes_state(struct spin_walk *w, const struct spin_step *t, enum state state) {
  const ZydisAccessedFlags *flags = t->in.cpu_flags;
  if (flags && (flags->modified | flags->set_0 | flags->set_1 | flags->undefined))
    write_state(w, &w->flags, state, 0);
  for (int i = 0; i < t->in.operand_count; i++) {
    const ZydisDecodedOperand *op = &t->op[i];
    int number = op->type == ZYDIS_OPERAND_TYPE_REGISTER ? number_of(op->reg.value) : -1;
    if (!writes(op))
      continue;
    if (number >= 0)
      write_state(w, &w->state[number], state, op->size < 32);
    for (int k = 0; is_memory(op) && k < w->slots; k++)
      if (slot_meets(&w->slot[k], op))
        write_state(w, &w->slot[k].state, state, op->size / 8 < w->slot[k].hi - w->slot[k].lo);
  }
}

static void branch(struct spin_walk *w, const struct spin_step *t) {
  int back = t->next == w->end, leaves = t->target < w->from || t->target >= w->end;
  int depends = is_condition(t) && w->flags == POLLED && w->seen;
  if ((depends && (back || leaves)) || (leaves && !is_condition(t) && t->at < w->guarded))
    w->ends = 1;
  if (depends && !back && !leaves)
    w->guarded = t->target;
  if (!back && !leaves && t->target > w->until)
    w->until = t->target;
}

static int call(struct spin_walk *w, const struct spin_step *t) {
  if (t->next == w->s->pc) {
    w->told = 1; /* the load's address is its argument */
    if (w->state[REG_RDI] != SAME)
      return 0;
  }
  call_changes(w);
  return 1;
}

static int loop_waits(const struct spin *s, uintptr_t from, uintptr_t end) {
  struct spin_walk w = {.s = s, .from = from, .end = end};
  struct spin_step t;
  enum state state = SAME;
  w.rbp_is_frame = !loop_writes(s, from, end, REG_RBP);
  if (!loop_take(&w) || !calls_wait(&w))
    return 0;
  w.flags = OTHER;
  for (uintptr_t at = from; at < end && step_at(s, at, &t); at = t.next) {
    if (at >= w.until)
      w.until = 0;
    if (is_branch(&t))
      branch(&w, &t);
    else if (is_call(&t) ? !call(&w, &t) : !reads_state(&w, &t, &state))
      return 0;
    else if (!is_call(&t))
      writes_state(&w, &t, state);
  }
  return w.ends;
}

/* The loop ends at the branch behind the load that leads back before it. A branch out of the
 * loop may lead there, too. */
static int is_in_loop(const struct spin *s) {
  struct spin_step t;
  uintptr_t at = s->pc;
  for (int i = 0; i < AFTER && step_at(s, at, &t); i++, at = t.next) {
    if (is_branch(&t) && t.target >= s->lo && t.target < s->pc &&
        loop_waits(s, t.target, t.next))
      return 1;
    if (t.in.meta.category == ZYDIS_CATEGORY_RET)
      return 0;
  }
  return 0;
}

static int is_like(const ZydisDecodedOperand *a, const ZydisDecodedOperand *b) {
  return is_memory(a) && is_memory(b) && a->size == b->size && a->mem.base == b->mem.base &&
         a->mem.index == b->mem.index && a->mem.scale == b->mem.scale &&
         a->mem.disp.value == b->mem.disp.value;
}

/* Returns whether the instruction that ends at `pc` loads by the same operand as `t` does, or
 * is the same call. */
static int loads_like(const struct spin *s, const struct spin_step *t) {
  struct spin_step u;
  for (uintptr_t length = 2; length < ZYDIS_MAX_INSTRUCTION_LENGTH; length++) {
    if (!step_at(s, s->pc - length, &u) || u.next != s->pc)
      continue;
    if (s->told && is_call(t) && is_call(&u) && t->target == u.target)
      return 1;
    for (int i = 0; i < u.in.operand_count_visible && !s->told; i++)
      for (int k = 0; k < t->in.operand_count_visible; k++)
        if (reads(&t->op[k]) && t->op[k].size == 8 * s->size && is_like(&u.op[i], &t->op[k]))
          return 1;
  }
  return 0;
}

/* Returns whether the loop from `from` to `end` waits for the value of a load that is like this
 * one. */
static int loop_waits_too(const struct spin *s, uintptr_t from, uintptr_t end) {
  struct spin other = *s;
  struct spin_step t;
  for (uintptr_t at = from; at < end && step_at(s, at, &t); at = other.pc) {
    other.pc = t.next;
    if (loads_like(s, &t) && loop_waits(&other, from, end))
      return 1;
  }
  return 0;
}

/* Returns whether the code from `at` on leads to `out`. */
static int leads_to(const struct spin *s, uintptr_t at, uintptr_t out) {
  struct spin_step t;
  while (at != out && step_at(s, at, &t) && t.in.mnemonic == ZYDIS_MNEMONIC_NOP)
    at = t.next;
  return at == out || (step_at(s, at, &t) && !is_condition(&t) && t.target == out);
}

/* A compiler may put a copy of the first load before the loop: then both lead to the same
 * place. */
static int is_before_loop(const struct spin *s) {
  struct spin_step t;
  uintptr_t at = s->pc, out = 0;
  for (int i = 0; i < 4 && !out && step_at(s, at, &t); i++, at = t.next)
    if (is_condition(&t))
      out = t.target;
    else if (is_branch(&t) || is_call(&t))
      return 0;
  uintptr_t begin = at;
  for (int i = 0; i < AFTER && out && step_at(s, at, &t); i++, at = t.next)
    if (is_branch(&t) && t.target >= begin && t.target < at)
      return leads_to(s, t.next, out) && loop_waits_too(s, t.target, t.next);
  return 0;
}

__attribute__((visibility("default"))) spin_function fencepost_spins;
int fencepost_spins(const struct spin *s) {
  return is_in_loop(s) || is_before_loop(s);
}
