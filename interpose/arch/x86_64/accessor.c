#define _GNU_SOURCE
#include "interpose/arch/accessor.h"
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include "interpose/arch/function.h"

#define PLACES 1024
#define FASTEST 64 /* how many bytes `rep` may access before the trap for an access comes */

/* The instruction that ends at `pc`. */
static int decode_before(decode_function *decode, uintptr_t pc, struct instruction *in) {
  uintptr_t at = function_start(pc - 1);
  if (!at)
    return 0;
  while (at < pc) {
    size_t room = pc - at < INSTRUCTION_MOST ? pc - at : INSTRUCTION_MOST;
    decode((const void *)at, room, in);
    if (!in->length)
      return 0;
    at += in->length;
  }
  return at == pc;
}

/* One entry for each place. It keeps the bytes of the instruction, because other code may be
 * there by now. */
static struct code_place {
  uintptr_t pc;
  int found;
  struct instruction in;
} places[PLACES];
static atomic_flag busy = ATOMIC_FLAG_INIT;

static int instruction_before(decode_function *decode, uintptr_t pc, struct instruction *in) {
  struct code_place *p = &places[(pc * 0x9e3779b97f4a7c15u >> 40) % PLACES];
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
    sched_yield();
  if (p->pc != pc ||
      (p->found && memcmp(p->in.bytes, (const void *)(pc - p->in.length), p->in.length))) {
    p->found = decode_before(decode, pc, &p->in);
    p->pc = pc;
  }
  *in = p->in;
  int found = p->found;
  atomic_flag_clear_explicit(&busy, memory_order_release);
  return found;
}

static uintptr_t address_of(const struct instruction *in, const greg_t *g, uintptr_t next) {
  uintptr_t at = (uintptr_t)in->displacement;
  if (in->base == BASE_RIP)
    at += next;
  else if (in->base != BASE_NONE)
    at += (uintptr_t)g[in->base];
  if (in->index != BASE_NONE)
    at += (uintptr_t)g[in->index] * in->scale;
  return at;
}

static int changes(const struct instruction *in, int number) {
  return number >= 0 && in->changes >> number & 1;
}

static void clip(struct accessed *out, uintptr_t lo, uintptr_t hi) {
  out->lo = lo > out->lo ? lo : out->lo;
  out->hi = hi < out->hi ? hi : out->hi;
}

/* If the instruction has changed a register of its own address (it loads a pointer's target
 * over the pointer), the address is lost. Then only an operand as large as what is watched is
 * known to be all of it, because compilers align. */
static int operand(const struct instruction *in, const greg_t *g, uintptr_t next,
                   struct accessed *out) {
  uintptr_t lo = out->lo, hi = out->hi, at = address_of(in, g, next);
  if (!in->does || !in->size || in->part != PART_ALL || in->segment != SEGMENT_FLAT ||
      in->narrow)
    return 0;
  out->does = in->does;
  if (changes(in, in->base) || changes(in, in->index)) {
    out->somewhere = in->size < hi - lo;
    return 1;
  }
  out->from = at;
  out->size = in->size;
  clip(out, at, at + in->size);
  return out->lo < out->hi;
}

/* `at`: the value of the register, which points behind the last element. */
static int string_part(const struct instruction *in, const greg_t *g, uintptr_t at,
                       unsigned does, struct accessed *out) {
  uintptr_t reach = in->repeat == REPEAT_NO ? in->size : FASTEST;
  if (g[REG_EFL] & 0x400 || out->hi <= at - reach || out->lo >= at) /* direction flag */
    return 0;
  clip(out, at - reach, at);
  out->does = does;
  return 1;
}

static int string(const struct instruction *in, const greg_t *g, struct accessed *out) {
  int stores = in->string == STRING_MOVS || in->string == STRING_STOS;
  if (in->segment != SEGMENT_FLAT || in->narrow)
    return 0;
  if (in->string != STRING_LODS &&
      string_part(in, g, (uintptr_t)g[REG_RDI], stores ? INSTRUCTION_STORES : INSTRUCTION_LOADS,
                  out))
    return 1;
  return in->string != STRING_STOS && in->string != STRING_SCAS &&
         string_part(in, g, (uintptr_t)g[REG_RSI], INSTRUCTION_LOADS, out);
}

/* A string instruction that has not come to its end is itself the place where the program goes
 * on. */
static int repeating(decode_function *decode, uintptr_t pc, const greg_t *g,
                     struct accessed *out) {
  struct instruction in;
  const unsigned char *code = (const unsigned char *)pc;
  if (*code != 0xf2 && *code != 0xf3)
    return 0;
  decode(code, 4096 - pc % 4096 < INSTRUCTION_MOST ? 4096 - pc % 4096 : INSTRUCTION_MOST, &in);
  if (in.kind != INSTRUCTION_STRING || in.repeat == REPEAT_NO)
    return 0;
  out->pc = pc + in.length;
  return string(&in, g, out);
}

int accessor_find(decode_function *decode, const ucontext_t *context, uintptr_t lo,
                  uintptr_t hi, struct accessed *out) {
  const greg_t *g = context->uc_mcontext.gregs;
  uintptr_t pc = (uintptr_t)g[REG_RIP];
  struct instruction in;
  *out = (struct accessed){.lo = lo, .hi = hi, .pc = pc};
  if (repeating(decode, pc, g, out))
    return 1;
  *out = (struct accessed){.lo = lo, .hi = hi, .pc = pc};
  if (!instruction_before(decode, pc, &in))
    return 0;
  switch (in.kind) {
  case INSTRUCTION_PLAIN:
  case INSTRUCTION_PUSH:
  case INSTRUCTION_POP:
    return operand(&in, g, pc, out);
  case INSTRUCTION_STRING:
    return string(&in, g, out);
  default:
    return 0;
  }
}
