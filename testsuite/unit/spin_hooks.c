/* Hooks that do nothing, for programs that are looked at and not run. */
#include "spin_hooks.h"
#include "interpose/hooks/hooks.h"

extern unsigned char __fencepost_filter[HOOKS_GRANULES];
unsigned char __fencepost_filter[HOOKS_GRANULES];

#define HOOKS(READ, OTHER)                                                                     \
  READ(__tsan_read1, 1)                                                                        \
  READ(__tsan_read2, 2)                                                                        \
  READ(__tsan_read4, 4)                                                                        \
  READ(__tsan_read8, 8)                                                                        \
  OTHER(__tsan_write1)                                                                         \
  OTHER(__tsan_write2)                                                                         \
  OTHER(__tsan_write4)                                                                         \
  OTHER(__tsan_write8)                                                                         \
  OTHER(__tsan_read_write1)                                                                    \
  OTHER(__tsan_read_write2)                                                                    \
  OTHER(__tsan_read_write4)                                                                    \
  OTHER(__tsan_read_write8)                                                                    \
  READ(__tsan_unaligned_read2, 2)                                                              \
  READ(__tsan_unaligned_read4, 4)                                                              \
  READ(__tsan_unaligned_read8, 8)                                                              \
  OTHER(__tsan_unaligned_read16)                                                               \
  OTHER(__tsan_unaligned_write2)                                                               \
  OTHER(__tsan_unaligned_write4)                                                               \
  OTHER(__tsan_read16)                                                                         \
  OTHER(__tsan_write16)                                                                        \
  OTHER(__tsan_unaligned_write8)                                                               \
  OTHER(__tsan_unaligned_write16)                                                              \
  OTHER(__tsan_read_range)                                                                     \
  OTHER(__tsan_write_range)                                                                    \
  OTHER(__tsan_func_entry)                                                                     \
  OTHER(__tsan_func_exit)                                                                      \
  OTHER(__fencepost_load)                                                                      \
  OTHER(__fencepost_store)                                                                     \
  OTHER(__fencepost_loads)                                                                     \
  OTHER(__fencepost_stores)                                                                    \
  OTHER(__tsan_init)                                                                           \
  OTHER(__tsan_atomic32_load)

#define DEFINE(name)                                                                           \
  void name(void);                                                                             \
  void name(void) {                                                                            \
    __asm__ volatile("" ::: "memory");                                                         \
  }
#define DEFINE_READ(name, size) DEFINE(name)
HOOKS(DEFINE_READ, DEFINE)

size_t hook_size(uintptr_t at) {
#define IS(name, size)                                                                         \
  if (at == (uintptr_t)name)                                                                   \
    return size;
#define NONE(name)
  HOOKS(IS, NONE)
  return 0;
}
