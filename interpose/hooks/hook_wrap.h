/* hook_wrap.h: what the files share that replace functions of the C library. `done` is what the
 * function has returned. */
#ifndef FENCEPOST_HOOK_WRAP_H
#define FENCEPOST_HOOK_WRAP_H

#include <stddef.h>
#include <sys/uio.h>
#include "hook_table.h"

#define PC uintptr_t pc = CALLER
#define READS(p, n) hooks_range(p, 0, n, pc)
#define WRITES(p, n) hooks_range(p, HOOKS_STORE, n, pc)

#define WRAP(type, name, parameters, arguments, before, ...)                                   \
  type __real_##name parameters;                                                               \
  type __wrap_##name parameters;                                                               \
  type __wrap_##name parameters {                                                              \
    PC;                                                                                        \
    before;                                                                                    \
    type done = __real_##name arguments;                                                       \
    __VA_ARGS__;                                                                               \
    return done;                                                                               \
  }
/* For functions that only store results. */
#define RESULT(type, name, parameters, arguments, ...)                                         \
  WRAP(type, name, parameters, arguments, (void)0, __VA_ARGS__)
/* For those that only load. */
#define SOURCE(type, name, parameters, arguments, ...)                                         \
  WRAP(type, name, parameters, arguments, (__VA_ARGS__), (void)0)
#define NOTHING(name, parameters, arguments, ...)                                              \
  void __real_##name parameters;                                                               \
  void __wrap_##name parameters;                                                               \
  void __wrap_##name parameters {                                                              \
    PC;                                                                                        \
    __real_##name arguments;                                                                   \
    __VA_ARGS__;                                                                               \
  }

/* Many results may be left out: NULL. */
#define STORED(p) WRITES(p, (p) ? sizeof *(p) : 0)
/* Of functions that return 0 if all is well. */
#define STORED_BY_0(p) WRITES(p, !done && (p) ? sizeof *(p) : 0)
/* Of those that return how many bytes it is. */
#define COUNTED done > 0 ? (size_t)done : 0
#define FILLS(to) WRITES(to, COUNTED)
#define EMPTIES(from) READS(from, COUNTED)
/* Text and its end, in bytes or wide characters. */
#define TEXT(s) (__real_strlen(s) + 1)
#define WIDE(s) ((__real_wcslen(s) + 1) * sizeof(wchar_t))

size_t __real_strlen(const char *s);
size_t __real_strnlen(const char *s, size_t n);

static inline size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

/* The first `left` bytes of these parts. */
static inline void hooks_parts(const struct iovec *part, int parts, size_t left, unsigned how,
                               uintptr_t pc) {
  for (int i = 0; i < parts && left; i++) {
    size_t n = least(part[i].iov_len, left);
    hooks_range(part[i].iov_base, how, n, pc);
    left -= n;
  }
}

#endif
