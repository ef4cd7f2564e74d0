/* hook_table.h: this module's own `struct hooks`, its filter, and how a hook gets to them. */
#ifndef FENCEPOST_HOOKS_TABLE_H
#define FENCEPOST_HOOKS_TABLE_H

#include "hooks.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))
/* Marks a function that only tells of accesses: a loop that calls it may still be one that
 * waits. */
#define TELLS __attribute__((section(HOOKS_TELL)))

#pragma GCC visibility push(hidden)
extern struct hooks hooks_own;
extern unsigned char __fencepost_filter[HOOKS_GRANULES];
extern __thread struct hooks_recorder *hooks_recorder
    __attribute__((tls_model("initial-exec")));

__attribute__((noinline)) void hooks_track(uintptr_t at, uintptr_t pc, unsigned how,
                                           size_t size);
void hooks_track_range(uintptr_t at, uintptr_t pc, unsigned how, size_t size);
void hooks_track_row(uintptr_t at, uintptr_t pc, unsigned how, const struct hooks_row *row);

#pragma GCC visibility pop

/* For an access that lies in one granule. A macro, so that the return address is read only when
 * it is needed: reading it just after the call has written it costs more than everything
 * else. */
#define hooks_touch(p, how, size)                                                              \
  do {                                                                                         \
    if (__builtin_expect(__fencepost_filter[HOOKS_PLACE((uintptr_t)(p))], 0))                  \
      hooks_track((uintptr_t)(p), CALLER, how, size);                                          \
  } while (0)

/* Any other. */
static inline void hooks_range(const volatile void *p, unsigned how, size_t size,
                               uintptr_t pc) {
  uintptr_t at = (uintptr_t)p;
  if (!size)
    return;
  for (uintptr_t g = at >> HOOKS_SHIFT; g <= (at + size - 1) >> HOOKS_SHIFT; g++)
    if (__builtin_expect(__fencepost_filter[g & (HOOKS_GRANULES - 1)], 0)) {
      hooks_track_range(at, pc, how, size);
      return;
    }
}

#endif
