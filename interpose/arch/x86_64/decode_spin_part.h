/* decode_spin_part.h: what the files decode_spin*.c share: the steps of a loop, and what each
 * register and variable of the frame depends on, when the loop is walked through. */
#ifndef FENCEPOST_DECODE_SPIN_PART_H
#define FENCEPOST_DECODE_SPIN_PART_H

#include <ucontext.h>
#include "decode_part.h"
#include "interpose/tracers/shared/spin.h"

#define SPIN_VECTORS 32
#define SPIN_GENERAL 24 /* greg_t numbers are below */
#define SPIN_REGISTERS (SPIN_GENERAL + SPIN_VECTORS)
#define SPIN_SLOTS 16
#define SPIN_JOINS 6

/* The order matters: what depends on two of these has the later one. */
enum state {
  SAME,   /* each time round */
  LOADED, /* the same, as far as the loop matters, but from memory outside its frame */
  POLLED, /* depends on the loaded value, and on nothing else that may change */
  OTHER
};

struct spin_step {
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
  uintptr_t at, next, target; /* target: where a branch or direct call goes; else 0 */
};

struct spin_slot { /* a variable in the frame that the loop writes */
  int8_t base;
  int64_t lo, hi;
};

struct spin_values {
  uint8_t reg[SPIN_REGISTERS], slot[SPIN_SLOTS], flags; /* enum state */
};

struct spin_join { /* where branches of the loop meet, and with what */
  uintptr_t at;
  struct spin_values values;
};

struct spin_place { /* an address: the register's value and `disp` */
  int8_t base;      /* -1: not known */
  int64_t disp;
};

struct spin_walk {
  const struct spin *s;
  struct spin_values now;
  struct spin_slot slot[SPIN_SLOTS];
  struct spin_join join[SPIN_JOINS];
  int slots, joins;
  uintptr_t from, end; /* of the loop */
  uintptr_t guarded;   /* instructions before this address depend on the loaded value */
  uintptr_t hook;      /* the function that tells of the load */
  int rbp_is_frame;    /* rbp may be the frame pointer: the loop does not write it */
  /* Between the call of the hook and the next call, where the load is: what it was told of, and
   * whether only one instruction can be it. */
  int told, sole;
  struct spin_place place;
  int seen, ends; /* the load was met; the way out of the loop depends on it */
  /* A way out depends on what the loop itself changes, as a number of rounds, or on what it
   * has from its beginning; instructions before `bounded` do. */
  int gives_up;
  uintptr_t bounded;
};

/* Reads the instruction at `at`; returns 0 if there is none. */
int step_at(const struct spin *s, uintptr_t at, struct spin_step *out);

static inline int is_condition(const struct spin_step *t) {
  return t->in.meta.category == ZYDIS_CATEGORY_COND_BR;
}

static inline int is_branch(const struct spin_step *t) {
  return is_condition(t) || t->in.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
}

static inline int is_call(const struct spin_step *t) {
  return t->in.meta.category == ZYDIS_CATEGORY_CALL;
}

static inline int is_memory(const ZydisDecodedOperand *op) {
  return op->type == ZYDIS_OPERAND_TYPE_MEMORY;
}

static inline int reads(const ZydisDecodedOperand *op) {
  return (op->actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
}

static inline int writes(const ZydisDecodedOperand *op) {
  return (op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
}

int writes_register(const struct spin_step *t, int number);

/* Finds what may have any value when the loop begins, because the loop writes it. Returns 0 if
 * it writes anything else than registers and variables of its frame. */
int values_begin(struct spin_walk *w, const struct spin_step *t);
/* A call keeps few registers. */
void values_call(struct spin_values *v);
/* Carries out an instruction. Returns 0 if it is the load in question, and its place is not
 * fixed. */
int values_step(struct spin_walk *w, const struct spin_step *t);
/* A branch skips what lies before its target. Returns 0 if there are too many. */
int values_skip(struct spin_walk *w, uintptr_t target);
/* Where skipped instructions end, either may have happened. */
void values_join(struct spin_walk *w, uintptr_t at);

/* The hook was called that ends at `t`: finds out which load it told of. */
void told_begin(struct spin_walk *w, const struct spin_step *t);
/* Returns whether this may be the load. */
int told_is(const struct spin_walk *w, const ZydisDecodedOperand *op);
/* Returns whether this is a variable of the frame, and whether the loop writes it. */
int is_slot(const struct spin_walk *w, const ZydisDecodedOperand *op);
int is_written(const struct spin_walk *w, const ZydisDecodedOperand *op);

/* Returns whether the instructions from `from` to `end` are a loop that waits for what is
 * loaded before `s->pc`. */
int loop_waits(const struct spin *s, uintptr_t from, uintptr_t end);

#endif
