#define _GNU_SOURCE
#include "slots.h"
#include <stdatomic.h>
#include <string.h>
#include "region.h"
#include "strings.h"

#define ENTRIES 1024 /* instructions that access a region */
#define SLOT 32      /* bytes: an instruction and a jump */

struct entry {
  uintptr_t pc; /* 0: free */
  struct instruction in;
};
/* Of one region: what instructions accessed it, and the slot of each. */
struct arena {
  unsigned char slot[ENTRIES][SLOT];
  struct entry entry[ENTRIES];
  unsigned used;
};
_Static_assert(sizeof(struct arena) <= REGION_ARENA, "an arena has room");

static decode_function *decode;
static slots_access *told;
static atomic_ulong unknown;

void slots_begin(decode_function *decode_, slots_access *access) {
  decode = decode_;
  told = access;
}

unsigned long slots_unknown(void) {
  return unknown;
}

static uintptr_t address_of(const struct instruction *in, const greg_t *g) {
  uintptr_t at = (uintptr_t)in->displacement;
  if (in->base == BASE_RIP)
    at += (uintptr_t)g[REG_RIP] + in->length;
  else if (in->base != BASE_NONE)
    at += (uintptr_t)g[in->base];
  if (in->index != BASE_NONE)
    at += (uintptr_t)g[in->index] * in->scale;
  return at;
}

/* The instruction on the alias, and the way back. 0: it cannot be so written. */
static int slot_write(unsigned char *slot, const struct instruction *in, uintptr_t pc,
                      intptr_t delta) {
  static const unsigned char jump[6] = {0xff, 0x25}; /* jmp *0(%rip) */
  int64_t displacement = in->displacement + delta;
  size_t head = in->modrm + 1u + in->sib, rest = (size_t)(in->length - in->tail);
  size_t length = head + 4 + rest;
  uintptr_t next = pc + in->length;
  unsigned char *modrm = slot + in->modrm;
  if (length > INSTRUCTION_MOST || length + sizeof jump + sizeof next > SLOT)
    return 0;
  if (in->base == BASE_RIP)
    displacement += (int64_t)next - (int64_t)((uintptr_t)slot + length);
  if (displacement != (int32_t)displacement)
    return 0;
  memcpy(slot, in->bytes, head);
  if (in->base != BASE_RIP && in->base != BASE_NONE)
    *modrm = (unsigned char)((*modrm & 0x3f) | 0x80);
  memcpy(slot + head, &(int32_t){(int32_t)displacement}, 4);
  memcpy(slot + head + 4, in->bytes + in->tail, rest);
  memcpy(slot + length, jump, sizeof jump);
  memcpy(slot + length + sizeof jump, &next, sizeof next);
  return 1;
}

static struct entry *entry_of(struct region *r, uintptr_t pc) {
  struct arena *a = r->arena;
  unsigned at = (unsigned)(pc * 0x9e3779b97f4a7c15u >> 54) % ENTRIES;
  while (a->entry[at].pc && a->entry[at].pc != pc)
    at = (at + 1) % ENTRIES;
  struct entry *e = &a->entry[at];
  if (e->pc && !memcmp(e->in.bytes, (const void *)pc, e->in.length)) /* code may change */
    return e;
  if (!e->pc && a->used == ENTRIES - 1)
    return NULL;
  a->used += !e->pc;
  size_t room = 4096 - pc % 4096; /* it has run so far: what is on this page is readable */
  decode((const void *)pc, room < INSTRUCTION_MOST ? room : INSTRUCTION_MOST, &e->in);
  if (!e->in.length) /* it goes on on the next page, which therefore is readable as well */
    decode((const void *)pc, INSTRUCTION_MOST, &e->in);
  if (e->in.kind == INSTRUCTION_PLAIN && !slot_write(a->slot[at], &e->in, pc, r->delta))
    e->in.kind = INSTRUCTION_OTHER;
  e->pc = pc;
  return e;
}

static void tell(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  if (told && size)
    told(at, size, does, pc);
}

static enum slots_result plain(const struct region *r, const struct entry *e, uintptr_t slot,
                               uintptr_t fault, greg_t *g) {
  const struct instruction *in = &e->in;
  uintptr_t at = address_of(in, g), next = e->pc + in->length;
  if (fault < at || fault - at >= in->size || at < r->lo || at + in->size > r->hi)
    return SLOTS_GIVE_UP;
  if (in->masked)
    unknown++;
  else
    tell(at, in->size, in->does, next);
  if (in->kind == INSTRUCTION_PLAIN) {
    g[REG_RIP] = (greg_t)slot;
    return SLOTS_DONE;
  }
  if (in->kind == INSTRUCTION_CALL) {
    g[REG_RSP] -= 8;
    memcpy((void *)g[REG_RSP], &next, sizeof next);
  }
  memcpy(&g[REG_RIP], (const void *)(at + (uintptr_t)r->delta), sizeof g[REG_RIP]);
  return SLOTS_DONE;
}

/* Strings: as many elements as lie on the same side of the borders of regions; the rest faults
 * again. */

static enum slots_result string(const struct instruction *in, uintptr_t pc, greg_t *g) {
  int uses_si = in->string != STRING_STOS && in->string != STRING_SCAS;
  int uses_di = in->string != STRING_LODS;
  uintptr_t si = (uintptr_t)g[REG_RSI], di = (uintptr_t)g[REG_RDI], next = pc + in->length;
  intptr_t si_delta = 0, di_delta = 0;
  uint64_t count = in->repeat == REPEAT_NO ? 1 : (uint64_t)g[REG_RCX], part = count;
  region_take();
  uint64_t si_room = uses_si ? region_border(si, &si_delta) / in->size : UINT64_MAX;
  uint64_t di_room = uses_di ? region_border(di, &di_delta) / in->size : UINT64_MAX;
  region_leave();
  part = si_room < part ? si_room : part;
  part = di_room < part ? di_room : part;
  if (!part || g[REG_EFL] & 0x400) /* the direction flag */
    return SLOTS_GIVE_UP;
  struct string_state s = {di + (uintptr_t)di_delta, si + (uintptr_t)si_delta, part,
                           (uint64_t)g[REG_RAX], (uint64_t)g[REG_EFL]};
  int ended = string_run(in, &s);
  uint64_t done = part - s.count;
  if (si_delta)
    tell(si, done * in->size, INSTRUCTION_LOADS, next);
  if (di_delta)
    tell(di, done * in->size,
         in->string == STRING_MOVS || in->string == STRING_STOS ? INSTRUCTION_STORES
                                                                : INSTRUCTION_LOADS,
         next);
  g[REG_RSI] += uses_si ? (greg_t)(done * in->size) : 0;
  g[REG_RDI] += uses_di ? (greg_t)(done * in->size) : 0;
  g[REG_RAX] = (greg_t)s.a;
  g[REG_EFL] = (greg_t)s.flags;
  if (in->repeat != REPEAT_NO)
    g[REG_RCX] -= (greg_t)done;
  if (ended || done == count)
    g[REG_RIP] = (greg_t)next;
  return SLOTS_DONE;
}

enum slots_result slots_fault(uintptr_t at, ucontext_t *context) {
  greg_t *g = context->uc_mcontext.gregs;
  uintptr_t pc = (uintptr_t)g[REG_RIP];
  region_take();
  struct region *found = region_find(at);
  intptr_t delta = 0;
  uintptr_t lo = 0, hi = 0;
  struct entry *known = found && pc - found->lo >= found->hi - found->lo ? entry_of(found, pc)
                                                                         : NULL,
               e = {0};
  uintptr_t slot = 0;
  if (known) {
    lo = found->lo;
    hi = found->hi;
    delta = found->delta;
    e = *known;
    slot = (uintptr_t)((struct arena *)found->arena)
               ->slot[known - ((struct arena *)found->arena)->entry];
  }
  region_leave();
  if (!found)
    return SLOTS_NONE;
  if (!known || e.in.kind == INSTRUCTION_OTHER)
    return SLOTS_GIVE_UP;
  return e.in.kind == INSTRUCTION_STRING
             ? string(&e.in, pc, g)
             : plain(&(struct region){lo, hi, delta, NULL}, &e, slot, at, g);
}
