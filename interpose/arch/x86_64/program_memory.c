#define _GNU_SOURCE
#include "interpose/arch/program_memory.h"
#include "guarded.h"
#include "interpose/arch/region.h"

/* Each entry holds the offset to the instruction, and to where it goes on after a fault. */
extern const int32_t guards_begin[] __asm__("__start_fencepost_guards")
    __attribute__((visibility("hidden")));
extern const int32_t guards_end[] __asm__("__stop_fencepost_guards")
    __attribute__((visibility("hidden")));

static __thread struct {
  void *at;
  int code;
} last __attribute__((tls_model("initial-exec")));

int copy_recover(const siginfo_t *info, ucontext_t *c) {
  greg_t *pc = &c->uc_mcontext.gregs[REG_RIP];
  for (const int32_t *g = guards_begin; g < guards_end; g += 2)
    if (*pc == (greg_t)(uintptr_t)g + g[0]) {
      *pc = (greg_t)(uintptr_t)(g + 1) + g[1];
      last.at = info->si_addr;
      last.code = info->si_code;
      return 1;
    }
  return 0;
}

void copy_fault(siginfo_t *info) {
  info->si_addr = last.at;
  info->si_code = last.code;
}

size_t copy_raw(void *to, const void *from, size_t size) {
  uint32_t bad;
  __asm__ volatile(COPY_GUARDED("rep movsb")
                   : "+D"(to), "+S"(from), "+c"(size), [bad] "=&r"(bad)
                   :
                   : "memory", "cc");
  return size;
}

static int copy(uintptr_t at, char *other, size_t size, int out) {
  while (size) {
    intptr_t delta;
    region_take();
    size_t part = region_border(at, &delta);
    region_leave();
    part = part < size ? part : size;
    char *there = (char *)at + delta;
    if (out ? copy_raw(there, other, part) : copy_raw(other, there, part))
      return -1;
    at += part;
    other += part;
    size -= part;
  }
  return 0;
}

int copy_from(void *to, uintptr_t at, size_t size) {
  return copy(at, to, size, 0);
}

int copy_to(uintptr_t at, const void *from, size_t size) {
  return copy(at, (char *)(uintptr_t)from, size, 1);
}
