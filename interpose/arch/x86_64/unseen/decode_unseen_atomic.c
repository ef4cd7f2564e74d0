/* decode_unseen_atomic.c: which atomic instructions may order threads (unseen_code.h). */
#define _GNU_SOURCE
#include "decode_unseen_part.h"

#define BEHIND 24 /* instructions from compare-and-swap to the branch back */
#define LOOP 400  /* bytes of the loop around it */
#define RETRY 12  /* instructions that make ready for the next round */
#define FLAGS 8   /* instructions that may lie before one that uses the flags */

static const ZydisDecodedOperand *memory_in(const struct spin_step *t) {
  for (int i = 0; i < t->in.operand_count_visible; i++)
    if (is_memory(&t->op[i]))
      return &t->op[i];
  return NULL;
}

/* Returns whether what the instruction leaves in the flags is used. */
static int flags_used(const struct sweep *w, const struct spin_step *t) {
  struct spin_step u;
  uintptr_t at = t->next;
  for (int i = 0; i < FLAGS && step_at(&w->code, at, &u); i++) {
    const ZydisAccessedFlags *f = u.in.cpu_flags;
    if (f && f->tested)
      return 1;
    if (is_call(&u) || u.in.meta.category == ZYDIS_CATEGORY_RET ||
        (f && (f->modified | f->undefined) & ZYDIS_CPUFLAG_ZF))
      return 0;
    at = is_branch(&u) && u.target ? u.target : u.next;
  }
  return 0;
}

/* Compilers make a full fence of an atomic operation on the stack that changes nothing. */
static int is_fence(const struct spin_step *t, const ZydisDecodedOperand *m) {
  return m->mem.base == ZYDIS_REGISTER_RSP &&
         (t->in.mnemonic == ZYDIS_MNEMONIC_OR || t->in.mnemonic == ZYDIS_MNEMONIC_ADD) &&
         t->op[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE && !t->op[1].imm.value.u;
}

static int is_real(const struct spin_step *t) {
  switch (t->in.mnemonic) {
#define BOTH(name)                                                                             \
  case ZYDIS_MNEMONIC_##name:                                                                  \
  case ZYDIS_MNEMONIC_V##name:
#define FOUR(name) BOTH(name##SS) BOTH(name##SD) BOTH(name##PS) BOTH(name##PD)
    FOUR(ADD)
    FOUR(SUB)
    FOUR(MUL)
    FOUR(DIV)
    FOUR(MIN)
    FOUR(MAX)
    FOUR(CMP)
    BOTH(COMISS)
    BOTH(COMISD)
    BOTH(UCOMISS)
    BOTH(UCOMISD)
    return 1;
#undef FOUR
#undef BOTH
  case ZYDIS_MNEMONIC_IMUL: /* of whole numbers; nobody orders threads by products */
    return t->in.operand_count_visible == 2;
  default:
    return t->in.meta.category == ZYDIS_CATEGORY_X87_ALU;
  }
}

/* Returns whether a loop does nothing but calculate a number and put it where the old one
 * was. */
static int loop_updates(const struct sweep *w, uintptr_t from, uintptr_t end) {
  struct spin_step t;
  struct spin_walk walk = {.rbp_is_frame = 1};
  int real = 0;
  uintptr_t at = from;
  for (; at < end && step_at(&w->code, at, &t); at = t.next) {
    real |= is_real(&t);
    if (is_call(&t) || t.in.meta.category == ZYDIS_CATEGORY_RET)
      return 0;
    for (int i = 0; i < t.in.operand_count; i++)
      if (is_memory(&t.op[i]) && writes(&t.op[i]) && !is_slot(&walk, &t.op[i]) &&
          !(t.in.attributes & ZYDIS_ATTRIB_HAS_LOCK))
        return 0;
  }
  return real && at == end;
}

/* Returns where the code from `at` on leads back to, before `t`; 0: it does not. It is often
 * out of the way, behind the function. */
static uintptr_t leads_back(const struct sweep *w, uintptr_t at, const struct spin_step *t) {
  struct spin_step u;
  for (int i = 0; i < RETRY && step_at(&w->code, at, &u); i++) {
    if (u.at <= t->at && t->next - u.at <= LOOP)
      return u.at;
    if (is_call(&u) || is_condition(&u) || u.in.meta.category == ZYDIS_CATEGORY_RET)
      return 0;
    at = is_branch(&u) ? u.target : u.next;
  }
  return 0;
}

static int is_update(const struct sweep *w, const struct spin_step *t) {
  struct spin_step u;
  uintptr_t at = t->next, from = 0;
  for (int i = 0; i < BEHIND && !from && step_at(&w->code, at, &u); i++, at = u.next)
    if (is_branch(&u) && u.target)
      from = leads_back(w, u.target, t);
  return from && loop_updates(w, from, t->next);
}

int unseen_atomic(const struct sweep *w, const struct spin_step *t) {
  const ZydisDecodedOperand *m = memory_in(t);
  switch (m ? t->in.mnemonic : ZYDIS_MNEMONIC_INVALID) {
  case ZYDIS_MNEMONIC_INVALID:
    return 0;
  case ZYDIS_MNEMONIC_XCHG:
  case ZYDIS_MNEMONIC_XADD:
    return 1;
  case ZYDIS_MNEMONIC_CMPXCHG:
  case ZYDIS_MNEMONIC_CMPXCHG8B:
  case ZYDIS_MNEMONIC_CMPXCHG16B:
    return !is_update(w, t);
  default:
    return is_fence(t, m) || flags_used(w, t);
  }
}

int unseen_counts(const struct spin_step *t) {
  return t->in.mnemonic == ZYDIS_MNEMONIC_XADD || t->in.mnemonic == ZYDIS_MNEMONIC_SUB ||
         t->in.mnemonic == ZYDIS_MNEMONIC_DEC || t->in.mnemonic == ZYDIS_MNEMONIC_ADD;
}
