/* hook_number.h: functions that read a number from text. What they read ends at the first
 * character that they do not take, which they read, too; they store where that is if they are
 * asked. With a base that does not exist they store nothing. */
#ifndef FENCEPOST_HOOK_NUMBER_H
#define FENCEPOST_HOOK_NUMBER_H

#include <stddef.h>
#include <stdint.h>
#include "hook_wrap.h"

#define TAKEN(text, last) READS(text, (size_t)((last) - (text) + 1) * sizeof *(text))
#define NUMBER(type, name, C, parameters, arguments)                                           \
  type __real_##name parameters;                                                               \
  type __wrap_##name parameters;                                                               \
  type __wrap_##name parameters {                                                              \
    PC;                                                                                        \
    C *last = NULL;                                                                            \
    type done = __real_##name arguments;                                                       \
    if (last) {                                                                                \
      TAKEN(text, last);                                                                       \
      if (end)                                                                                 \
        *end = last;                                                                           \
      STORED(end);                                                                             \
    }                                                                                          \
    return done;                                                                               \
  }
#define WITH_BASE(type, name, C)                                                               \
  NUMBER(type, name, C, (const C *text, C **end, int base), (text, &last, base))
#define WITHOUT_BASE(type, name, C)                                                            \
  NUMBER(type, name, C, (const C *text, C **end), (text, &last))

#define INTEGERS(prefix)                                                                       \
  WITH_BASE(long, prefix##strtol, char)                                                        \
  WITH_BASE(unsigned long, prefix##strtoul, char)                                              \
  WITH_BASE(long long, prefix##strtoll, char)                                                  \
  WITH_BASE(unsigned long long, prefix##strtoull, char)                                        \
  WITH_BASE(intmax_t, prefix##strtoimax, char)                                                 \
  WITH_BASE(uintmax_t, prefix##strtoumax, char)                                                \
  WITH_BASE(long, prefix##wcstol, wchar_t)                                                     \
  WITH_BASE(unsigned long, prefix##wcstoul, wchar_t)                                           \
  WITH_BASE(long long, prefix##wcstoll, wchar_t)                                               \
  WITH_BASE(unsigned long long, prefix##wcstoull, wchar_t)

#endif
