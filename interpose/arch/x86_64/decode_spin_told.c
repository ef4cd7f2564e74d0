/* decode_spin_told.c: which load it is that a hook tells of.
 *
 * The load stands behind the hook's call and before the next call, because calls may change
 * what is loaded. Between them may lie other reads of the frame: variables of the program that
 * need no hook, and registers that the compiler has put there. A load elsewhere is what the
 * hook told of, or a constant of the compiler, which matters to nobody. One in the frame is it
 * if its address is that given to the hook; or if nothing else between the calls can be it. */
#define _GNU_SOURCE
#include "decode_spin_part.h"

/* Finds the last instruction before `end` that writes the register; returns 0 if there is none
 * in the loop. */
static int written_last(const struct spin_walk *w, uintptr_t end, int number,
                        struct spin_step *out) {
  struct spin_step t;
  int found = 0;
  for (uintptr_t at = w->from; at < end && step_at(w->s, at, &t); at = t.next)
    if (writes_register(&t, number)) {
      *out = t;
      found = 1;
    }
  return found;
}

/* Finds the address that a register holds before the instruction at `at`. A register that the
 * loop does not write holds what it always holds. */
static struct spin_place place_in(const struct spin_walk *w, uintptr_t at, int number) {
  struct spin_step t;
  int64_t disp = 0;
  int found = 0;
  while (number >= 0 && (found = written_last(w, at, number, &t))) {
    const ZydisDecodedOperand *from = &t.op[1];
    if (t.in.mnemonic == ZYDIS_MNEMONIC_LEA && from->mem.index == ZYDIS_REGISTER_NONE) {
      number = decode_greg(from->mem.base);
      disp += from->mem.disp.value;
    } else if (t.in.mnemonic == ZYDIS_MNEMONIC_MOV &&
               from->type == ZYDIS_OPERAND_TYPE_REGISTER) {
      number = decode_greg(from->reg.value);
    } else if (t.in.mnemonic == ZYDIS_MNEMONIC_ADD &&
               from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
      disp += from->imm.value.s;
    } else {
      number = -1;
    }
    at = t.at;
  }
  int fixed = number >= 0 && !found && !written_last(w, w->end, number, &t);
  return (struct spin_place){fixed ? (int8_t)number : -1, disp};
}

/* Counts the reads between the call and the next one that may be what the hook told of. The
 * loop does not write that. */
static int reads_behind(const struct spin_walk *w, uintptr_t at) {
  struct spin_step t;
  int n = 0;
  for (; at < w->end && step_at(w->s, at, &t) && !is_call(&t); at = t.next)
    for (int i = 0; i < t.in.operand_count; i++)
      n += is_memory(&t.op[i]) && t.op[i].mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
           reads(&t.op[i]) && !(is_slot(w, &t.op[i]) && is_written(w, &t.op[i]));
  return n;
}

void told_begin(struct spin_walk *w, const struct spin_step *t) {
  w->told = 1;
  w->place = place_in(w, t->at, REG_RDI);
  w->sole = reads_behind(w, t->next) == 1;
}

int told_is(const struct spin_walk *w, const ZydisDecodedOperand *op) {
  if (!w->told)
    return 0;
  if (!is_slot(w, op))
    return 1;
  int same = w->place.base >= 0 && w->place.base == decode_greg(op->mem.base) &&
             w->place.disp == op->mem.disp.value;
  return (same || w->sole) && op->size == 8 * w->s->size && !is_written(w, op);
}
