#define _GNU_SOURCE
#include "interpose/arch/slots.h"

const char *const slots_none = NULL;
slots_load *slots_clip;
lanes_function *slots_lanes;

#include <stdatomic.h>
#include <string.h>
#include "bounce.h"
#include "interpose/arch/program_memory.h"
#include "operand.h"
#include "interpose/arch/region.h"
#include "slots_part.h"
#include "xstate.h"

#define ENTRIES 2048 /* instructions known in one region */
#define SLOT 32      /* bytes of a slot: an instruction and a jump */
#define ARENAS 64    /* arenas whose slots slots_pc knows */
#define NO_SLOT 0    /* number 0 is not used as a slot */
#define LANES 1024   /* how many different sets of bytes loads with gaps may have */
#define CHAIN 32     /* instructions that one fault handles, at most */

struct slot_entry {
  uintptr_t pc; /* 0: free */
  struct instruction in;
  uint16_t slot;
  uint16_t lanes; /* which bytes count */
};
/* For one region: which instructions accessed it, and the slot of each. A slot is never written
 * twice, because a thread may be in it. */
struct slots_arena {
  unsigned char slot[ENTRIES][SLOT];
  uintptr_t pc[ENTRIES]; /* address of the instruction in the slot */
  struct slot_entry entry[ENTRIES];
  unsigned used, slots;
};
_Static_assert(sizeof(struct slots_arena) <= REGION_ARENA, "an arena has room");

static decode_function *decode;
static slots_access *told;
static struct slots_arena *arenas[ARENAS];
static int arena_count;
static uint64_t lanes[LANES] = {LANES_ALL}; /* protected by the lock of regions */
static unsigned lanes_count = 1;

int slots_begin(decode_function *decode_, slots_access *access) {
  decode = decode_;
  told = access;
  xstate_begin();
  return bounce_begin();
}

/* Writes the instruction on the alias, and the jump back. Returns 0 if it cannot be written
 * so. */
static int slot_write(unsigned char *slot, const struct instruction *in, uintptr_t pc,
                      intptr_t delta) {
  static const unsigned char jump[6] = {0xff, 0x25}; /* jmp *0(%rip) */
  int64_t displacement = in->displacement + delta;
  size_t wide = in->absolute ? 8 : 4, rest = (size_t)(in->length - in->tail);
  size_t head = in->modrm + (in->absolute ? 0u : 1u + in->sib), length = head + wide + rest;
  uintptr_t next = pc + in->length;
  if (length > INSTRUCTION_MOST || in->narrow)
    return 0;
  if (in->base == BASE_RIP)
    displacement += (int64_t)next - (int64_t)((uintptr_t)slot + length);
  if (wide == 4 && displacement != (int32_t)displacement)
    return 0;
  memcpy(slot, in->bytes, head);
  if (in->base != BASE_RIP && in->base != BASE_NONE)
    slot[in->modrm] = (unsigned char)((slot[in->modrm] & 0x3f) | 0x80);
  memcpy(slot + head, &displacement, wide);
  memcpy(slot + head + wide, in->bytes + in->tail, rest);
  memcpy(slot + length, jump, sizeof jump);
  memcpy(slot + length + sizeof jump, &next, sizeof next);
  return 1;
}

/* Reads the bytes of the instruction. The processor ran it, so at least its first byte can be
 * read. */
static size_t code_read(uintptr_t pc, unsigned char code[INSTRUCTION_MOST]) {
  size_t room = 4096 - pc % 4096;
  if (room >= INSTRUCTION_MOST)
    return INSTRUCTION_MOST - copy_raw(code, (const void *)pc, INSTRUCTION_MOST);
  if (copy_raw(code, (const void *)pc, room))
    return 0;
  return INSTRUCTION_MOST -
         copy_raw(code + room, (const void *)(pc + room), INSTRUCTION_MOST - room);
}

/* Reads code that may end anywhere. */
static uint16_t lanes_of(const struct instruction *in, const ucontext_t *c) {
  uintptr_t pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
  unsigned char code[LANES_ROOM], vector[LANES_VECTORS][XSTATE_VECTOR];
  unsigned i = 0;
  if (!slots_lanes || in->kind != INSTRUCTION_PLAIN || in->does != INSTRUCTION_LOADS ||
      in->part != PART_ALL || in->size < 4 || in->size > 64)
    return 0;
  size_t room = 4096 - pc % 4096 < sizeof code ? 4096 - pc % 4096 : sizeof code;
  room -= copy_raw(code, (const void *)pc, room);
  if (room < sizeof code && (pc + room) % 4096 == 0)
    room += sizeof code - room -
            copy_raw(code + room, (const void *)(pc + room), sizeof code - room);
  for (unsigned k = 0; k < LANES_VECTORS; k++)
    xstate_vector(c, k, vector[k]);
  uint64_t found = slots_lanes(code, room, vector);
  while (i < lanes_count && lanes[i] != found)
    i++;
  if (i == LANES)
    return 0;
  lanes[i] = found;
  lanes_count += i == lanes_count;
  return (uint16_t)i;
}

static void slot_give(struct slots_arena *a, struct slot_entry *e, intptr_t delta) {
  unsigned slot = a->slots + 1;
  e->slot = NO_SLOT;
  if (e->in.kind != INSTRUCTION_PLAIN || slot == ENTRIES ||
      !slot_write(a->slot[slot], &e->in, e->pc, delta))
    return;
  if (slot == 1 && arena_count < ARENAS)
    arenas[arena_count++] = a;
  a->pc[slot] = e->pc;
  a->slots = slot;
  e->slot = (uint16_t)slot;
}

/* Copies the entry of the instruction in `c`. If its code has changed since, makes the entry
 * anew. */
static void entry_of(struct region *r, const ucontext_t *c, const unsigned char *code,
                     size_t room, struct slot_entry *out) {
  uintptr_t pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
  struct slots_arena *a = r->arena;
  unsigned at = (unsigned)(pc * 0x9e3779b97f4a7c15u >> 53) % ENTRIES;
  while (a->entry[at].pc && a->entry[at].pc != pc)
    at = (at + 1) % ENTRIES;
  struct slot_entry *e = &a->entry[at];
  if (!e->pc && a->used == ENTRIES - 1) {
    *out = (struct slot_entry){.pc = pc};
    decode(code, room, &out->in);
    out->lanes = lanes_of(&out->in, c);
    return;
  }
  if (!e->pc || memcmp(e->in.bytes, code, e->in.length) || !e->in.length) {
    a->used += !e->pc;
    e->pc = pc;
    decode(code, room, &e->in);
    e->lanes = lanes_of(&e->in, c);
    slot_give(a, e, r->delta);
  }
  *out = *e;
}

void slots_tell(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  while (told && does && size) {
    intptr_t delta;
    region_take();
    size_t part = region_border(at, &delta);
    region_leave();
    part = part < size ? part : size;
    if (delta)
      told(at, part, does, pc);
    at += part;
    size -= part;
  }
}

static int is_in(const struct region *r, uintptr_t at, size_t size) {
  return at >= r->lo && at - r->lo < r->hi - r->lo && size <= r->hi - at;
}

/* Tells each run of bytes that count. */
static void tell_lanes(uintptr_t at, size_t size, uint64_t which, uintptr_t pc) {
  for (size_t i = 0, end; i < size; i = end) {
    uint64_t is = which >> i & 1;
    for (end = i + 1; end < size && (which >> end & 1) == is;)
      end++;
    if (is)
      slots_tell(at + i, end - i, INSTRUCTION_LOADS, pc);
  }
}

/* Returns whether a load of some elements by a mask counts; the first element need not be
 * loaded. */
static int some_count(const struct instruction *in, const struct operand_run *run, int runs,
                      uintptr_t pc) {
  uintptr_t at = run->at;
  size_t none = 0;
  int some = runs > 1 || run->size < (size_t)in->element * in->elements;
  return !slots_clip || in->does != INSTRUCTION_LOADS || in->part != PART_MASK || !some ||
         slots_clip(&at, &none, pc);
}

static void tell_runs(const struct slot_entry *e, const struct operand_run *run, int runs) {
  const struct instruction *in = &e->in;
  uintptr_t pc = e->pc + in->length;
  if (runs && !some_count(in, run, runs, pc))
    return;
  int gaps = e->lanes && runs == 1 && run->size == in->size;
  for (int i = 0; i < runs; i++) {
    struct operand_run part = run[i];
    if (in->does == INSTRUCTION_LOADS && slots_clip && !slots_clip(&part.at, &part.size, pc))
      continue;
    if (gaps && part.size == in->size)
      tell_lanes(part.at, part.size, lanes[e->lanes], pc);
    else
      slots_tell(part.at, part.size, in->does, pc);
  }
}

static enum slots_result plain(const struct region *r, const struct slot_entry *e,
                               uintptr_t slot, siginfo_t *info, ucontext_t *c) {
  const struct instruction *in = &e->in;
  struct operand_run run[OPERAND_RUNS];
  uintptr_t at = operand_address(in, c), next = e->pc + in->length;
  uintptr_t fault = (uintptr_t)info->si_addr;
  int runs = operand_runs(in, c, at, run), all = 1, known = fault - at < in->size;
  for (int i = 0; i < runs; i++) {
    all &= is_in(r, run[i].at, run[i].size);
    known |= fault - run[i].at < run[i].size;
  }
  if (!known)
    return SLOTS_GIVE_UP;
  if (slot && all && (!in->unmasked || is_in(r, at, in->size))) {
    tell_runs(e, run, runs);
    c->uc_mcontext.gregs[REG_RIP] = (greg_t)slot;
    return SLOTS_DONE;
  }
  switch (bounce_run(in, c, info, at, run, runs)) {
  case BOUNCE_DONE:
    tell_runs(e, run, runs);
    c->uc_mcontext.gregs[REG_RIP] = (greg_t)next;
    return SLOTS_DONE;
  case BOUNCE_FAULTS:
    return SLOTS_NONE;
  default:
    return SLOTS_GIVE_UP;
  }
}

static int is_frame(const struct instruction *in) {
  return in->kind >= INSTRUCTION_PUSH_VALUE && in->kind <= INSTRUCTION_POP_FLAGS;
}

static enum slots_result perform(const struct region *r, const struct slot_entry *e,
                                 uintptr_t slot, siginfo_t *info, ucontext_t *c) {
  if (is_frame(&e->in))
    return slots_frame(&e->in, c, info);
  switch (e->in.kind) {
  case INSTRUCTION_PLAIN:
    return plain(r, e, slot, info, c);
  case INSTRUCTION_STRING:
    return slots_string(&e->in, c, info);
  case INSTRUCTION_GATHER:
  case INSTRUCTION_SCATTER:
    return slots_gather(&e->in, c, info);
  case INSTRUCTION_MASKMOV:
    return slots_maskmov(&e->in, c, info);
  case INSTRUCTION_XLAT:
    return slots_xlat(&e->in, c, info);
  case INSTRUCTION_MOVE64:
    return slots_move64(&e->in, c, info);
  case INSTRUCTION_JUMP:
  case INSTRUCTION_CALL:
  case INSTRUCTION_PUSH:
  case INSTRUCTION_POP:
    return slots_stack(&e->in, c, info);
  default:
    return SLOTS_GIVE_UP;
  }
}

/* Finds what is needed to handle an access to `at` by the instruction in `c`: its region, its
 * entry, its slot. Returns whether there is a region. */
static int entry_at(uintptr_t at, const ucontext_t *c, const unsigned char *code, size_t room,
                    struct region *r, struct slot_entry *e, uintptr_t *slot) {
  region_take();
  struct region *found = region_find(at);
  if (found && !found->arena) /* open for good */
    found = NULL;
  if (found) {
    r->lo = found->lo;
    r->hi = found->hi;
    if (room && !is_in(found, (uintptr_t)c->uc_mcontext.gregs[REG_RIP], 1))
      entry_of(found, c, code, room, e);
    if (e->slot)
      *slot = (uintptr_t)((struct slots_arena *)found->arena)->slot[e->slot];
  }
  region_leave();
  return found != NULL;
}

/* If the stack lies in a region, instruction after instruction accesses it and each would
 * fault. So those that follow are handled at once. */
static void frames_go_on(ucontext_t *c) {
  const greg_t *g = c->uc_mcontext.gregs;
  for (int i = 0; i < CHAIN; i++) {
    uintptr_t pc = (uintptr_t)g[REG_RIP], slot = 0;
    unsigned char code[INSTRUCTION_MOST];
    size_t room = code_read(pc, code);
    struct region r = {0};
    struct slot_entry e = {0};
    siginfo_t unused;
    if (room < 2 || !slots_frame_likely(code) ||
        !entry_at((uintptr_t)g[REG_RSP] - 8, c, code, room, &r, &e, &slot) ||
        !is_in(&r, (uintptr_t)g[REG_RSP], 8) || !is_frame(&e.in) ||
        slots_frame(&e.in, c, &unused) != SLOTS_DONE)
      return;
  }
}

enum slots_result slots_fault(siginfo_t *info, ucontext_t *c) {
  uintptr_t pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP], slot = 0;
  unsigned char code[INSTRUCTION_MOST];
  size_t room = code_read(pc, code);
  struct region r = {0};
  struct slot_entry e = {0};
  if (!entry_at((uintptr_t)info->si_addr, c, code, room, &r, &e, &slot))
    return SLOTS_NONE;
  enum slots_result result = e.pc ? perform(&r, &e, slot, info, c) : SLOTS_GIVE_UP;
  if (result == SLOTS_DONE && is_frame(&e.in))
    frames_go_on(c);
  return result;
}

enum slots_result slots_beyond(siginfo_t *info, ucontext_t *c) {
  static const struct region nothing;
  unsigned char code[INSTRUCTION_MOST];
  struct slot_entry e = {.pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP]};
  size_t room = code_read(e.pc, code);
  if (!room)
    return SLOTS_GIVE_UP;
  decode(code, room, &e.in);
  return perform(&nothing, &e, NO_SLOT, info, c);
}

uintptr_t slots_pc(uintptr_t pc) {
  uintptr_t back = pc;
  region_take();
  for (int i = 0; i < arena_count; i++) {
    const struct slots_arena *a = arenas[i];
    size_t slot = (pc - (uintptr_t)a->slot) / SLOT, in = (pc - (uintptr_t)a->slot) % SLOT;
    if (pc < (uintptr_t)a->slot || slot >= ENTRIES || !slot || slot > a->slots)
      continue;
    back = a->pc[slot];
    if (in) /* at the jump: the instruction has been carried out */
      memcpy(&back, (const void *)(pc + 6), sizeof back);
  }
  region_leave();
  return back;
}

int slots_recover(const siginfo_t *info, ucontext_t *c) {
  return info->si_code > 0 && (copy_recover(info, c) || bounce_recover(c));
}
