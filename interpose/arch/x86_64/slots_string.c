#define _GNU_SOURCE
#include "slots_part.h"
#include "interpose/arch/program_memory.h"
#include "operand.h"
#include "interpose/arch/region.h"
#include "strings.h"

struct strings {
  const struct instruction *in;
  int backwards;
  uintptr_t si, di;
  intptr_t si_delta, di_delta;
  struct string_state s;
};

/* Counts the elements from `at` on that lie on the same side of the borders of regions and, if
 * the instruction goes backwards, on the same page. */
static uint64_t room(const struct strings *t, uintptr_t at, intptr_t *delta) {
  size_t border = region_border(at, delta), size = t->in->size;
  if (!t->backwards || border < size)
    return border / size;
  return at % 4096 + size > 4096 ? 0 : at % 4096 / size + 1;
}

static uint64_t rooms(struct strings *t, uint64_t count) {
  region_take();
  if (string_has_source(t->in)) {
    uint64_t most = room(t, t->si, &t->si_delta);
    count = most < count ? most : count;
  }
  if (string_has_destination(t->in)) {
    uint64_t most = room(t, t->di, &t->di_delta);
    count = most < count ? most : count;
  }
  region_leave();
  return count;
}

static int run_here(struct strings *t, uint64_t count) {
  t->s.si = t->si + (uintptr_t)t->si_delta;
  t->s.di = t->di + (uintptr_t)t->di_delta;
  t->s.count = count;
  return string_run(t->in, &t->s);
}

/* Handles one element that lies across a border. */
static int run_apart(struct strings *t) {
  uint64_t source = 0, destination = 0;
  size_t size = t->in->size;
  t->s.si = (uintptr_t)&source;
  t->s.di = (uintptr_t)&destination;
  t->s.count = 1;
  t->s.fault = (string_has_source(t->in) && copy_from(&source, t->si, size)) ||
               (string_has_destination(t->in) && !string_stores(t->in) &&
                copy_from(&destination, t->di, size));
  int ended = t->s.fault ? 0 : string_run(t->in, &t->s);
  if (!t->s.fault && string_stores(t->in) && copy_to(t->di, &destination, size)) {
    t->s.fault = 1;
    t->s.count = 1;
  }
  return ended;
}

static void tell_elements(const struct strings *t, uintptr_t at, uint64_t done, int stores,
                          uintptr_t next) {
  size_t size = done * t->in->size;
  if (done)
    slots_tell(t->backwards ? at - (size - t->in->size) : at, size,
               stores ? INSTRUCTION_STORES : INSTRUCTION_LOADS, next);
}

static void registers(const struct strings *t, greg_t *g, uint64_t done) {
  greg_t apart = (greg_t)(done * t->in->size) * (t->backwards ? -1 : 1);
  g[REG_RSI] += string_has_source(t->in) ? apart : 0;
  g[REG_RDI] += string_has_destination(t->in) ? apart : 0;
  g[REG_RAX] = t->in->string == STRING_LODS ? (greg_t)t->s.a : g[REG_RAX];
  g[REG_EFL] = (greg_t)t->s.flags;
  if (t->in->repeat != REPEAT_NO)
    g[REG_RCX] -= (greg_t)done;
}

enum slots_result slots_string(const struct instruction *in, ucontext_t *c, siginfo_t *info) {
  greg_t *g = c->uc_mcontext.gregs;
  uintptr_t next = (uintptr_t)g[REG_RIP] + in->length;
  uint64_t count = in->repeat == REPEAT_NO ? 1 : (uint64_t)g[REG_RCX];
  struct strings t = {.in = in,
                      .backwards = (g[REG_EFL] & (greg_t)STRING_BACKWARDS) != 0,
                      .si = (uintptr_t)g[REG_RSI] + operand_segment(in->segment),
                      .di = (uintptr_t)g[REG_RDI],
                      .s = {.a = (uint64_t)g[REG_RAX], .flags = (uint64_t)g[REG_EFL]}};
  if (in->narrow)
    return SLOTS_GIVE_UP;
  uint64_t part = rooms(&t, count);
  int ended = part ? run_here(&t, part) : run_apart(&t);
  uint64_t done = (part ? part : 1) - t.s.count;
  if (string_has_source(in))
    tell_elements(&t, t.si, done, 0, next);
  if (string_has_destination(in))
    tell_elements(&t, t.di, done, string_stores(in), next);
  registers(&t, g, done);
  if (t.s.fault) {
    copy_fault(info);
    return SLOTS_NONE;
  }
  if (ended || done == count)
    g[REG_RIP] = (greg_t)next;
  return SLOTS_DONE;
}
