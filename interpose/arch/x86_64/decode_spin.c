/* decode_spin.c: loops that wait for a location to change (spin.h).
 *
 * A loop is walked through, from its first instruction to the branch back, with a note of what
 * each register and variable of the frame depends on: first as if those that the loop writes
 * might have any value at its beginning; then with what they have at its end, because a loop
 * may look at its beginning at what it loaded the time before. */
#define _GNU_SOURCE
#include <string.h>
#include "decode_spin_part.h"

#define AFTER 24  /* how many instructions may lie between the load and the branch back */
#define COPY 3    /* bytes of a copy of a register of 64 bits; */
#define COPIED 16 /* which lies at most so many bytes before a load by the other register */

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

/* Returns whether an instruction from `from` to `end` writes the register. */
static int loop_writes(const struct spin *s, uintptr_t from, uintptr_t end, int number) {
  struct spin_step t;
  for (uintptr_t at = from; at < end && step_at(s, at, &t); at = t.next)
    if (writes_register(&t, number))
      return 1;
  return 0;
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
    if (!step_at(s, t.next, &t) || !is_plain(&t) || !values_begin(w, &t))
      return 0;
    met |= t.next == s->pc;
    if (t.next == s->pc && is_call(&t) != (s->told || s->returned))
      return 0;
    if (t.next == s->pc)
      w->hook = s->told ? t.target : 0;
    if (is_branch(&t) && (!t.target || (t.target <= t.at && t.next != w->end &&
                                        comes_back(s, t.target, w->from, w->end))))
      return 0;
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

static int branch(struct spin_walk *w, const struct spin_step *t) {
  int back = t->next == w->end, leaves = t->target < w->from || t->target >= w->end;
  int depends = is_condition(t) && w->now.flags == POLLED && w->seen;
  int other = is_condition(t) && (w->now.flags == OTHER || w->now.flags == SAME);
  if ((depends && (back || leaves)) || (leaves && !is_condition(t) && t->at < w->guarded))
    w->ends = 1;
  if (depends && !back && !leaves)
    w->guarded = t->target;
  if ((other && (back || leaves)) || (leaves && !is_condition(t) && t->at < w->bounded))
    w->gives_up = 1;
  if (other && !back && !leaves && t->target > w->bounded)
    w->bounded = t->target;
  return back || leaves || values_skip(w, t->target);
}

static int call(struct spin_walk *w, const struct spin_step *t) {
  w->told = 0;
  if (t->next == w->s->pc && w->s->returned) {
    for (int i = 0; i < SPIN_GENERAL; i++)
      if (w->s->arguments >> i & 1 && w->now.reg[i] > LOADED)
        return 0;
    values_call(&w->now);
    w->now.reg[REG_RAX] = POLLED;
    w->seen = 1;
    return 1;
  }
  if (t->next == w->s->pc) {
    if (w->now.reg[REG_RDI] > LOADED) /* the load's address is its argument */
      return 0;
    told_begin(w, t);
  }
  values_call(&w->now);
  return 1;
}

static int walk(struct spin_walk *w) {
  struct spin_step t;
  w->now.flags = OTHER;
  w->told = 0;
  w->guarded = w->bounded = 0;
  w->gives_up = 0;
  for (uintptr_t at = w->from; at < w->end && step_at(w->s, at, &t); at = t.next) {
    values_join(w, at);
    if (is_branch(&t) ? !branch(w, &t) : is_call(&t) ? !call(w, &t) : !values_step(w, &t))
      return 0;
  }
  return 1;
}

int loop_waits(const struct spin *s, uintptr_t from, uintptr_t end) {
  struct spin_walk w = {.s = s, .from = from, .end = end};
  w.rbp_is_frame = !loop_writes(s, from, end, REG_RBP);
  return loop_take(&w) && calls_wait(&w) && walk(&w) && walk(&w) && w.ends &&
         !(s->always && w.gives_up);
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

/* The displacement from the instruction pointer differs where the instructions are. */
static int64_t displacement(const struct spin_step *t, const ZydisDecodedOperand *op) {
  return op->mem.disp.value + (op->mem.base == ZYDIS_REGISTER_RIP ? (int64_t)t->next : 0);
}

static int is_copy(const struct spin_step *t, ZydisRegister to, ZydisRegister from) {
  return t->in.mnemonic == ZYDIS_MNEMONIC_MOV && t->op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
         t->op[1].type == ZYDIS_OPERAND_TYPE_REGISTER && t->op[0].reg.value == to &&
         t->op[1].reg.value == from;
}

/* Returns whether the code from `at` on comes to `end` soon, and changes neither register. */
static int keeps(const struct spin *s, uintptr_t at, uintptr_t end, int a, int b) {
  struct spin_step t;
  for (; at < end && step_at(s, at, &t); at = t.next)
    if (is_branch(&t) || is_call(&t) || writes_register(&t, a) || writes_register(&t, b))
      return 0;
  return at == end;
}

/* Returns whether one of the registers was copied to the other a little before `t`. */
static int is_copied(const struct spin *s, const struct spin_step *t, ZydisRegister a,
                     ZydisRegister b) {
  struct spin_step u;
  for (uintptr_t before = COPY; before <= COPIED; before++)
    if (step_at(s, t->at - before, &u) && (is_copy(&u, a, b) || is_copy(&u, b, a)) &&
        keeps(s, u.next, t->at, decode_greg(a), decode_greg(b)))
      return 1;
  return 0;
}

/* Returns whether an operand of `t`, which is the load in question, is the same place as one of
 * `u`. */
static int is_like(const struct spin *s, const struct spin_step *t,
                   const ZydisDecodedOperand *a, const struct spin_step *u,
                   const ZydisDecodedOperand *b) {
  return is_memory(a) && is_memory(b) && a->size == b->size && a->mem.index == b->mem.index &&
         a->mem.scale == b->mem.scale && displacement(t, a) == displacement(u, b) &&
         (a->mem.base == b->mem.base || is_copied(s, t, a->mem.base, b->mem.base));
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
        if (reads(&t->op[k]) && t->op[k].size == 8 * s->size &&
            is_like(s, &u, &u.op[i], t, &t->op[k]))
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

/* Returns whether a loop that waits for such a load begins at `begin` or behind it, and goes on
 * where the code at `out` does. */
static int loop_from(const struct spin *s, uintptr_t begin, uintptr_t out) {
  struct spin_step t;
  uintptr_t at = begin;
  for (int i = 0; i < AFTER && step_at(s, at, &t); i++, at = t.next)
    if (is_branch(&t) && t.target >= begin && t.target < at)
      return (leads_to(s, t.next, out) || leads_to(s, out, t.next)) &&
             loop_waits_too(s, t.target, t.next);
  return 0;
}

/* A compiler may put a copy of the first load before the loop, or behind it with a branch back:
 * then one way leads into the loop, and the other to where the loop ends. */
static int is_before_loop(const struct spin *s) {
  struct spin_step t;
  uintptr_t at = s->pc;
  for (int i = 0; i < 4 && step_at(s, at, &t); i++, at = t.next)
    if (is_condition(&t))
      return t.target && (loop_from(s, t.next, t.target) || loop_from(s, t.target, t.next));
    else if (is_branch(&t) || is_call(&t))
      return 0;
  return 0;
}

__attribute__((visibility("default"))) spin_function fencepost_spins;
int fencepost_spins(const struct spin *s) {
  return is_in_loop(s) || is_before_loop(s);
}
