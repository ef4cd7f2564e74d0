/* hook_string.c: the C library's functions on memory and strings. The linker redirects calls of
 * NAME to these (--wrap=NAME; wrap.def has the list); __real_NAME is the function itself. */
#include <stdarg.h>
#include <string.h>
#include "hook_table.h"

#define PC uintptr_t pc = CALLER
#define READS(p, n) hooks_range(p, 0, n, pc)
#define WRITES(p, n) hooks_range(p, HOOKS_STORE, n, pc)

#define WRAP(type, name, parameters, arguments, ...)                                           \
  type __real_##name parameters;                                                               \
  type __wrap_##name parameters;                                                               \
  type __wrap_##name parameters {                                                              \
    PC;                                                                                        \
    __VA_ARGS__;                                                                               \
    return __real_##name arguments;                                                            \
  }

/* A comparison reads up to the first byte that differs. */
static size_t alike(const char *a, const char *b, size_t n, int text) {
  size_t i = 0;
  while (i < n && a[i] == b[i] && !(text && !a[i]))
    i++;
  return i < n ? i + 1 : n;
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

#define COPIES READS(s, n), WRITES(d, n)
WRAP(void *, memcpy, (void *d, const void *s, size_t n), (d, s, n), COPIES)
WRAP(void *, memmove, (void *d, const void *s, size_t n), (d, s, n), COPIES)
WRAP(void *, mempcpy, (void *d, const void *s, size_t n), (d, s, n), COPIES)
WRAP(void *, __memcpy_chk, (void *d, const void *s, size_t n, size_t room), (d, s, n, room),
     COPIES)
WRAP(void *, __memmove_chk, (void *d, const void *s, size_t n, size_t room), (d, s, n, room),
     COPIES)
WRAP(void *, __mempcpy_chk, (void *d, const void *s, size_t n, size_t room), (d, s, n, room),
     COPIES)
WRAP(void, bcopy, (const void *s, void *d, size_t n), (s, d, n), COPIES)
WRAP(void *, memset, (void *d, int c, size_t n), (d, c, n), WRITES(d, n))
WRAP(void *, __memset_chk, (void *d, int c, size_t n, size_t room), (d, c, n, room),
     WRITES(d, n))
WRAP(void, bzero, (void *d, size_t n), (d, n), WRITES(d, n))

/* From version 15 on, clang calls these in place of the C library's, also for what it copies by
 * itself. */
#define INSTEAD(name, parameters, arguments, ...)                                              \
  void *__tsan_##name parameters;                                                              \
  void *__tsan_##name parameters {                                                             \
    PC;                                                                                        \
    __VA_ARGS__;                                                                               \
    return __real_##name arguments;                                                            \
  }
INSTEAD(memcpy, (void *d, const void *s, size_t n), (d, s, n), COPIES)
INSTEAD(memmove, (void *d, const void *s, size_t n), (d, s, n), COPIES)
INSTEAD(memset, (void *d, int c, size_t n), (d, c, n), WRITES(d, n))

WRAP(int, memcmp, (const void *a, const void *b, size_t n), (a, b, n),
     size_t k = alike(a, b, n, 0);
     READS(a, k), READS(b, k))
WRAP(int, bcmp, (const void *a, const void *b, size_t n), (a, b, n),
     size_t k = alike(a, b, n, 0);
     READS(a, k), READS(b, k))
WRAP(int, strcmp, (const char *a, const char *b), (a, b), size_t k = alike(a, b, SIZE_MAX, 1);
     READS(a, k), READS(b, k))
WRAP(int, strncmp, (const char *a, const char *b, size_t n), (a, b, n),
     size_t k = alike(a, b, n, 1);
     READS(a, k), READS(b, k))
WRAP(size_t, strlen, (const char *s), (s), READS(s, __real_strlen(s) + 1))
WRAP(size_t, strnlen, (const char *s, size_t n), (s, n),
     READS(s, least(n, __real_strnlen(s, n) + 1)))
WRAP(char *, strchr, (const char *s, int c), (s, c), READS(s, __real_strlen(s) + 1))
WRAP(char *, strrchr, (const char *s, int c), (s, c), READS(s, __real_strlen(s) + 1))
WRAP(void *, memchr, (const void *s, int c, size_t n), (s, c, n),
     const char *at = __real_memchr(s, c, n);
     READS(s, at ? (size_t)(at - (const char *)s) + 1 : n))
WRAP(char *, strdup, (const char *s), (s), READS(s, __real_strlen(s) + 1))

#define COPIES_TEXT                                                                            \
  size_t n = __real_strlen(s) + 1;                                                             \
  READS(s, n), WRITES(d, n)
WRAP(char *, strcpy, (char *d, const char *s), (d, s), COPIES_TEXT)
WRAP(char *, stpcpy, (char *d, const char *s), (d, s), COPIES_TEXT)
WRAP(char *, __strcpy_chk, (char *d, const char *s, size_t room), (d, s, room), COPIES_TEXT)
WRAP(char *, __stpcpy_chk, (char *d, const char *s, size_t room), (d, s, room), COPIES_TEXT)
#define COPIES_PART READS(s, least(n, __real_strnlen(s, n) + 1)), WRITES(d, n)
WRAP(char *, strncpy, (char *d, const char *s, size_t n), (d, s, n), COPIES_PART)
WRAP(char *, __strncpy_chk, (char *d, const char *s, size_t n, size_t room), (d, s, n, room),
     COPIES_PART)
#define APPENDS(length)                                                                        \
  size_t before = __real_strlen(d), more = length;                                             \
  READS(d, before + 1), READS(s, more + 1), WRITES(d + before, more + 1)
WRAP(char *, strcat, (char *d, const char *s), (d, s), APPENDS(__real_strlen(s)))
WRAP(char *, __strcat_chk, (char *d, const char *s, size_t room), (d, s, room),
     APPENDS(__real_strlen(s)))
#define APPENDS_PART                                                                           \
  size_t before = __real_strlen(d), more = __real_strnlen(s, n);                               \
  READS(d, before + 1), READS(s, least(n, more + 1)), WRITES(d + before, more + 1)
WRAP(char *, strncat, (char *d, const char *s, size_t n), (d, s, n), APPENDS_PART)
WRAP(char *, __strncat_chk, (char *d, const char *s, size_t n, size_t room), (d, s, n, room),
     APPENDS_PART)
