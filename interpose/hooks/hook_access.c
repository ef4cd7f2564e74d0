/* hook_access.c: the calls that -fsanitize=thread puts before loads and stores. */
#include "hook_table.h"

#define HOOK(name, how, size)                                                                  \
  TELLS void name(void *p);                                                                    \
  void name(void *p) {                                                                         \
    hooks_touch(p, how, size);                                                                 \
  }
#define HOOK_UNALIGNED(name, how, size)                                                        \
  TELLS void name(void *p);                                                                    \
  void name(void *p) {                                                                         \
    uintptr_t at = (uintptr_t)p;                                                               \
    if (__fencepost_filter[HOOKS_PLACE(at)] | __fencepost_filter[HOOKS_PLACE(at + size - 1)])  \
      hooks_track(at, CALLER, how, size);                                                      \
  }
#define HOOKS_OF(size)                                                                         \
  HOOK(__tsan_read##size, 0, size)                                                             \
  HOOK(__tsan_write##size, HOOKS_STORE, size)                                                  \
  HOOK(__tsan_volatile_read##size, 0, size)                                                    \
  HOOK(__tsan_volatile_write##size, HOOKS_STORE, size)                                         \
  HOOK(__tsan_read_write##size, HOOKS_STORE, size)                                             \
  HOOK_UNALIGNED(__tsan_unaligned_read##size, 0, size)                                         \
  HOOK_UNALIGNED(__tsan_unaligned_write##size, HOOKS_STORE, size)                              \
  HOOK_UNALIGNED(__tsan_unaligned_volatile_read##size, 0, size)                                \
  HOOK_UNALIGNED(__tsan_unaligned_volatile_write##size, HOOKS_STORE, size)                     \
  HOOK_UNALIGNED(__tsan_unaligned_read_write##size, HOOKS_STORE, size)
HOOKS_OF(1)
HOOKS_OF(2)
HOOKS_OF(4)
HOOKS_OF(8)
HOOKS_OF(16)

TELLS void __tsan_read_range(void *p, size_t size);
TELLS void __tsan_write_range(void *p, size_t size);
TELLS void __tsan_vptr_update(void **p, void *value);
TELLS void __tsan_vptr_read(void **p);
TELLS void __tsan_func_entry(void *pc);
TELLS void __tsan_func_exit(void *pc);

void __tsan_read_range(void *p, size_t size) {
  hooks_range(p, 0, size, CALLER);
}
void __tsan_write_range(void *p, size_t size) {
  hooks_range(p, HOOKS_STORE, size, CALLER);
}
void __tsan_vptr_update(void **p, void *value) {
  (void)value;
  hooks_touch(p, HOOKS_STORE, sizeof *p);
}
void __tsan_vptr_read(void **p) {
  hooks_touch(p, 0, sizeof *p);
}
/* Calls in objects built without `fencepost cc`, which leaves them out. */
void __tsan_func_entry(void *pc) {
  (void)pc;
}
void __tsan_func_exit(void *pc) {
  (void)pc;
}
