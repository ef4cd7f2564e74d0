/* hook_scan.h: the scanf family. */
#ifndef FENCEPOST_HOOK_SCAN_H
#define FENCEPOST_HOOK_SCAN_H

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
#include "hook_wrap.h"

/* SCAN_WIDE: the format is of wide characters. SCAN_C99: %a is a number, even before s and [.
 */
enum { SCAN_WIDE = 1, SCAN_C99 = 2 };

#pragma GCC visibility push(hidden)
/* Tells what a call has stored that has converted `count`, by its format and arguments. */
void hooks_scanned(const void *format, unsigned how, int count, va_list list, uintptr_t pc);
#pragma GCC visibility pop

size_t __real_wcslen(const wchar_t *s);

#define SCANNED(call, how, before)                                                             \
  va_list again;                                                                               \
  va_copy(again, list);                                                                        \
  before;                                                                                      \
  int done = call;                                                                             \
  hooks_scanned(format, how, done, again, pc);                                                 \
  va_end(again)
#define SCANS_LIST(name, parameters, arguments, how, before)                                   \
  int __real_##name parameters;                                                                \
  int __wrap_##name parameters;                                                                \
  int __wrap_##name parameters {                                                               \
    PC;                                                                                        \
    SCANNED(__real_##name arguments, how, before);                                             \
    return done;                                                                               \
  }
#define SCANS(name, of, parameters, arguments, how, before)                                    \
  int __wrap_##name parameters;                                                                \
  int __wrap_##name parameters {                                                               \
    PC;                                                                                        \
    va_list list;                                                                              \
    va_start(list, format);                                                                    \
    SCANNED(__real_##of arguments, how, before);                                               \
    va_end(list);                                                                              \
    return done;                                                                               \
  }
#define SCANS_FROM(name, of, C, how, text_of, ...)                                             \
  SCANS_LIST(of, (__VA_ARGS__ from, const C *format, va_list list), (from, format, list), how, \
             text_of)                                                                          \
  SCANS(name, of, (__VA_ARGS__ from, const C *format, ...), (from, format, list), how, text_of)
#define SCANS_INPUT(name, of, C, how)                                                          \
  SCANS_LIST(of, (const C *format, va_list list), (format, list), how, (void)0)                \
  SCANS(name, of, (const C *format, ...), (format, list), how, (void)0)

#define ALL_SCANS(p, how)                                                                      \
  SCANS_FROM(p##sscanf, p##vsscanf, char, how, READS(from, TEXT(from)), const char *)          \
  SCANS_FROM(p##fscanf, p##vfscanf, char, how, (void)0, FILE *)                                \
  SCANS_INPUT(p##scanf, p##vscanf, char, how)                                                  \
  SCANS_FROM(p##swscanf, p##vswscanf, wchar_t, (how) | SCAN_WIDE, READS(from, WIDE(from)),     \
             const wchar_t *)                                                                  \
  SCANS_FROM(p##fwscanf, p##vfwscanf, wchar_t, (how) | SCAN_WIDE, (void)0, FILE *)             \
  SCANS_INPUT(p##wscanf, p##vwscanf, wchar_t, (how) | SCAN_WIDE)

#endif
