/* decode_unseen_loop.c: which loops wait (unseen_code.h). What depends on what in a loop is
 * found out by decode_spin.c. */
#define _GNU_SOURCE
#include "decode_unseen_part.h"

#define CALLS 6
#define BEFORE 200 /* instructions before the loop that may put the address into a register */
#define OBJECT 24  /* bytes that a call may write where an argument points; a status has */
#define ARGUMENTS 6
#define AROUND 64 /* bytes of an object of the frame */

struct wait_place { /* what an address is: of the frame, or of the module */
  enum { UNKNOWN, FRAME, MODULE } in;
  int8_t base;
  int64_t at;
};

struct wait_call {
  struct spin_step step;
  int looks, loads, output; /* unseen_looks, unseen_callable */
  unsigned arguments;
};

struct wait_loop {
  struct sweep *w;
  uintptr_t from, end;
  struct wait_call call[CALLS];
  int calls, sleeps;
};

static int any_call(uintptr_t at, int indirect) {
  (void)at;
  (void)indirect;
  return 1;
}

static int call_add(struct wait_loop *l, const struct spin_step *t) {
  ZyanU64 pointer = 0;
  if (l->calls == CALLS)
    return 0;
  struct wait_call *c = &l->call[l->calls++];
  *c = (struct wait_call){.step = *t, .output = -1};
  if (t->target && unseen_is_inside(l->w, t->target))
    return c->looks = unseen_looks(l->w, t->target, &c->arguments, &c->loads, &l->sleeps);
  if (!t->target &&
      (!is_memory(&t->op[0]) || t->op[0].mem.base != ZYDIS_REGISTER_RIP ||
       !ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&t->in, &t->op[0], t->at, &pointer))))
    return 0;
  return unseen_callable(l->w, t->target ? t->target : (uintptr_t)pointer, !t->target,
                         &l->sleeps, &c->output);
}

static int loads_from(const struct spin_step *t, const ZydisDecodedOperand *op) {
  (void)t;
  return is_memory(op) && op->mem.type == ZYDIS_MEMOP_TYPE_MEM && reads(op);
}

/* Returns whether the loop may wait, as far as single instructions tell: most others store to
 * memory or call functions that do. */
static int loop_begin(struct wait_loop *l) {
  struct spin_walk frame = {.rbp_is_frame = 1};
  struct unseen_ahead ahead = {.here = 1};
  struct spin_step t;
  int loads = 0;
  uintptr_t at = l->from;
  for (; at < l->end; at = t.next) {
    if (!step_at(&l->w->code, at, &t) ||
        !(unseen_comes_to(&ahead, &t) || t.in.mnemonic == ZYDIS_MNEMONIC_NOP))
      return 0;
    if (is_call(&t)) {
      if (!call_add(l, &t))
        return 0;
      loads |= l->call[l->calls - 1].loads;
      continue;
    }
    for (int i = 0; i < t.in.operand_count; i++) {
      loads |= loads_from(&t, &t.op[i]);
      if (is_memory(&t.op[i]) && writes(&t.op[i]) && !is_slot(&frame, &t.op[i]))
        return 0;
    }
  }
  return loads && at == l->end;
}

/* Where an operand is. */
static struct wait_place place_of(const struct spin_step *t, const ZydisDecodedOperand *op) {
  ZyanU64 address = 0;
  int8_t base = decode_greg(op->mem.base);
  if (op->mem.index != ZYDIS_REGISTER_NONE || op->mem.segment == ZYDIS_REGISTER_FS)
    return (struct wait_place){UNKNOWN, -1, 0};
  if (base == REG_RSP || base == REG_RBP)
    return (struct wait_place){FRAME, base, op->mem.disp.value};
  if ((op->mem.base == ZYDIS_REGISTER_RIP || op->mem.base == ZYDIS_REGISTER_NONE) &&
      ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&t->in, op, t->at, &address)))
    return (struct wait_place){MODULE, -1, (int64_t)address};
  return (struct wait_place){UNKNOWN, -1, 0};
}

/* Finds the last instruction in front of `end`, as the code lies, that writes the register. */
static int written_before(const struct sweep *w, uintptr_t end, int number,
                          struct spin_step *out) {
  unsigned most = w->count < UNSEEN_RECENT ? w->count : UNSEEN_RECENT;
  int before = 0;
  for (unsigned i = 1; i <= most && before < BEFORE; i++) {
    uintptr_t at = w->recent[(w->count - i) % UNSEEN_RECENT];
    if (at >= end)
      continue;
    before++;
    if (!step_at(&w->code, at, out))
      return 0;
    if (writes_register(out, number))
      return 1;
  }
  return 0;
}

/* Returns the address that a register holds before the instruction at `at`. */
static struct wait_place place_in(const struct sweep *w, uintptr_t at, int number) {
  struct spin_step t;
  for (int i = 0; i < 4 && written_before(w, at, number, &t); i++, at = t.at) {
    const ZydisDecodedOperand *from = &t.op[1];
    if (t.in.mnemonic == ZYDIS_MNEMONIC_LEA)
      return place_of(&t, from);
    if (t.in.mnemonic == ZYDIS_MNEMONIC_XOR)
      return (struct wait_place){MODULE, -1, 0};
    if (t.in.mnemonic != ZYDIS_MNEMONIC_MOV)
      break;
    if (from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
      return (struct wait_place){MODULE, -1, from->imm.value.s};
    if (from->type != ZYDIS_OPERAND_TYPE_REGISTER)
      break;
    number = decode_greg(from->reg.value);
  }
  return (struct wait_place){UNKNOWN, -1, 0};
}

static int is_at(const struct wait_place *a, const struct wait_place *b) {
  return a->in != UNKNOWN && a->in == b->in && a->base == b->base && b->at >= a->at &&
         b->at < a->at + OBJECT;
}

/* Returns whether a call may write to what is polled. */
static int call_writes(const struct sweep *w, const struct wait_call *c,
                       const struct wait_place *polled) {
  static const int8_t arguments[ARGUMENTS] = {REG_RDI, REG_RSI, REG_RDX,
                                              REG_RCX, REG_R8,  REG_R9};
  if (c->output < 0)
    return 0;
  for (int i = 0; i < ARGUMENTS; i++) {
    struct wait_place p = place_in(w, c->step.at, arguments[i]);
    if (is_at(&p, polled) || (i == c->output && p.in == UNKNOWN) ||
        (i == c->output && p.in == MODULE && p.at && polled->in == UNKNOWN))
      return 1;
  }
  return 0;
}

/* Returns whether the address of a variable of the frame is taken: otherwise only a debugger
 * can change it. */
static int is_shared(const struct sweep *w, const struct wait_place *polled) {
  unsigned most = w->count < UNSEEN_RECENT ? w->count : UNSEEN_RECENT;
  struct spin_step t;
  for (unsigned i = 1; i <= most && polled->in == FRAME; i++)
    if (step_at(&w->code, w->recent[(w->count - i) % UNSEEN_RECENT], &t) &&
        t.in.mnemonic == ZYDIS_MNEMONIC_LEA) {
      struct wait_place p = place_of(&t, &t.op[1]);
      if (p.in == FRAME && p.base == polled->base && polled->at >= p.at &&
          polled->at < p.at + AROUND)
        return 1;
    }
  return polled->in != FRAME;
}

static int calls_write(const struct wait_loop *l, const struct wait_place *polled) {
  for (int i = 0; i < l->calls; i++)
    if (call_writes(l->w, &l->call[i], polled))
      return 1;
  return 0;
}

static int waits_for(const struct wait_loop *l, const struct spin_step *t, unsigned size,
                     const struct wait_call *c) {
  struct spin s = l->w->code;
  s.pc = t->next;
  s.size = size;
  s.waits = any_call;
  s.returned = c != NULL;
  s.arguments = c ? c->arguments : 0;
  s.always = !l->sleeps;
  return loop_waits(&s, l->from, l->end);
}

int unseen_waits(struct sweep *w, uintptr_t from, uintptr_t end) {
  struct wait_loop l = {.w = w, .from = from, .end = end};
  struct spin_step t;
  if (!loop_begin(&l))
    return 0;
  for (int i = 0; i < l.calls; i++)
    if (l.call[i].looks && l.call[i].loads && waits_for(&l, &l.call[i].step, 0, &l.call[i]))
      return 1;
  for (uintptr_t at = from; at < end && step_at(&w->code, at, &t); at = t.next)
    for (int i = 0; i < t.in.operand_count_visible && !is_call(&t); i++) {
      struct wait_place polled = {UNKNOWN, -1, 0};
      if (loads_from(&t, &t.op[i]))
        polled = place_of(&t, &t.op[i]);
      if (loads_from(&t, &t.op[i]) && !calls_write(&l, &polled) &&
          waits_for(&l, &t, t.op[i].size / 8, NULL) && is_shared(w, &polled))
        return 1;
    }
  return 0;
}
