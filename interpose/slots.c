#define _GNU_SOURCE
#include "slots.h"
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include "strings.h"

#define REGIONS 256
#define ENTRIES 1024 /* instructions that access a region */
#define SLOT 32      /* bytes: an instruction and a jump */
#define FARTHEST 0x70000000ul
#define STEP 0x1000000ul

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
struct region {
  uintptr_t lo;
  _Atomic uintptr_t hi; /* the last to be written; 0: no region */
  intptr_t delta;
  struct arena *arena;
};

static struct region regions[REGIONS];
static atomic_int region_count; /* those beyond were never used */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static decode_function *decode;
static slots_access *told;
static atomic_ulong unknown;

static void take(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
    sched_yield();
}

static void leave(void) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
}

void slots_begin(decode_function *decode_, slots_access *access) {
  decode = decode_;
  told = access;
}

unsigned long slots_unknown(void) {
  return unknown;
}

void *slots_near(uintptr_t base, size_t size, int protection, int flags, int fd) {
  for (uintptr_t apart = (size + 0xfffff) & ~0xffffful; apart + size < FARTHEST; apart += STEP)
    for (int below = 0; below < 2; below++) {
      uintptr_t at = (below ? base - apart : base + apart) & ~4095ul;
      if ((below && apart > base) || at + size > 1ul << 47)
        continue;
      void *p = mmap((void *)at, size, protection, flags | MAP_FIXED_NOREPLACE, fd, 0);
      if (p == (void *)at)
        return p;
      if (p != MAP_FAILED) /* a kernel that does not know the flag */
        munmap(p, size);
    }
  return MAP_FAILED;
}

int slots_add(uintptr_t lo, size_t size, intptr_t delta) {
  struct arena *arena =
      slots_near(lo + (uintptr_t)delta, sizeof *arena, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  int at = 0;
  sigset_t all, before;
  if (arena == MAP_FAILED)
    return -1;
  sigfillset(&all); /* a handler may fault */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  take();
  while (at < REGIONS && regions[at].hi)
    at++;
  if (at < REGIONS) {
    regions[at].lo = lo;
    regions[at].delta = delta;
    regions[at].arena = arena;
    regions[at].hi = lo + size;
    if (at >= region_count)
      region_count = at + 1;
  }
  leave();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (at == REGIONS)
    munmap(arena, sizeof *arena);
  return at < REGIONS ? 0 : -1;
}

static struct region *find(uintptr_t at) {
  for (int i = 0; i < region_count; i++)
    if (at >= regions[i].lo && at < regions[i].hi)
      return &regions[i];
  return NULL;
}

void slots_remove(uintptr_t lo) {
  struct arena *arena = NULL;
  sigset_t all, before;
  sigfillset(&all); /* a handler may fault */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  take();
  struct region *r = find(lo);
  if (r) {
    arena = r->arena;
    r->hi = 0;
  }
  leave();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (arena)
    munmap(arena, sizeof *arena);
}

uintptr_t slots_alias(uintptr_t at) {
  const struct region *r = find(at);
  return at + (r ? (uintptr_t)r->delta : 0);
}

uintptr_t slots_view(uintptr_t at) {
  uintptr_t view = at;
  for (int i = 0; i < region_count; i++)
    if (regions[i].hi && find(at - (uintptr_t)regions[i].delta) == &regions[i])
      view = at - (uintptr_t)regions[i].delta;
  return view;
}

uintptr_t slots_region(uintptr_t at, size_t *size) {
  const struct region *r = find(at);
  *size = r ? r->hi - r->lo : 0;
  return r ? r->lo : 0;
}

void slots_each(void (*each)(uintptr_t lo)) {
  for (int i = 0; i < region_count; i++)
    if (regions[i].hi)
      each(regions[i].lo);
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

static uintptr_t until_border(uintptr_t at, intptr_t *delta) {
  uintptr_t end = UINTPTR_MAX;
  *delta = 0;
  for (int i = 0; i < region_count; i++) {
    const struct region *r = &regions[i];
    if (at >= r->lo && at < r->hi) {
      *delta = r->delta;
      return r->hi - at;
    }
    if (r->hi && r->lo > at && r->lo < end)
      end = r->lo;
  }
  return end - at;
}

static enum slots_result string(const struct instruction *in, uintptr_t pc, greg_t *g) {
  int uses_si = in->string != STRING_STOS && in->string != STRING_SCAS;
  int uses_di = in->string != STRING_LODS;
  uintptr_t si = (uintptr_t)g[REG_RSI], di = (uintptr_t)g[REG_RDI], next = pc + in->length;
  intptr_t si_delta = 0, di_delta = 0;
  uint64_t count = in->repeat == REPEAT_NO ? 1 : (uint64_t)g[REG_RCX], part = count;
  take();
  uint64_t si_room = uses_si ? until_border(si, &si_delta) / in->size : UINT64_MAX;
  uint64_t di_room = uses_di ? until_border(di, &di_delta) / in->size : UINT64_MAX;
  leave();
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
  take();
  struct region *found = find(at);
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
    slot = (uintptr_t)found->arena->slot[known - found->arena->entry];
  }
  leave();
  if (!found)
    return SLOTS_NONE;
  if (!known || e.in.kind == INSTRUCTION_OTHER)
    return SLOTS_GIVE_UP;
  return e.in.kind == INSTRUCTION_STRING
             ? string(&e.in, pc, g)
             : plain(&(struct region){lo, hi, delta, NULL}, &e, slot, at, g);
}
