/* table.h: this module's own `struct hooks`, its filter, and the way from a hook to them. */
#ifndef FENCEPOST_HOOKS_TABLE_H
#define FENCEPOST_HOOKS_TABLE_H

#include "hooks.h"

#define HOT __attribute__((hot))
#define CALLER ((uintptr_t)__builtin_return_address(0))

extern struct hooks hooks_own;
extern unsigned char hooks_filter[HOOKS_GRANULES];
extern __thread struct hooks_recorder *hooks_recorder
    __attribute__((tls_model("initial-exec")));

void hooks_track(uintptr_t at, uintptr_t pc, unsigned how, size_t size);
void hooks_track_range(uintptr_t at, uintptr_t pc, unsigned how, size_t size);

/* An access that lies in one granule. */
static inline void hooks_touch(const volatile void *p, unsigned how, size_t size,
                               uintptr_t pc) {
  uintptr_t at = (uintptr_t)p;
  if (__builtin_expect(hooks_filter[HOOKS_PLACE(at)], 0))
    hooks_track(at, pc, how, size);
}

/* Any other. */
static inline void hooks_range(const volatile void *p, unsigned how, size_t size,
                               uintptr_t pc) {
  uintptr_t at = (uintptr_t)p;
  if (!size)
    return;
  for (uintptr_t g = at >> HOOKS_SHIFT; g <= (at + size - 1) >> HOOKS_SHIFT; g++)
    if (__builtin_expect(hooks_filter[g & (HOOKS_GRANULES - 1)], 0)) {
      hooks_track_range(at, pc, how, size);
      return;
    }
}

#endif
