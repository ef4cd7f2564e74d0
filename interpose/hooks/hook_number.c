/* hook_number.c: the C library's functions that read a number from text. */
#include "hook_number.h"

INTEGERS()
WITHOUT_BASE(double, strtod, char)
WITHOUT_BASE(float, strtof, char)
WITHOUT_BASE(long double, strtold, char)
WITHOUT_BASE(double, wcstod, wchar_t)
WITHOUT_BASE(float, wcstof, wchar_t)
WITHOUT_BASE(long double, wcstold, wchar_t)

/* By the standard these are as the ones above. */
#define SHORTER(type, name, ...)                                                               \
  type __wrap_##name(const char *text);                                                        \
  type __wrap_##name(const char *text) {                                                       \
    PC;                                                                                        \
    char *last = NULL;                                                                         \
    type done = (type)__VA_ARGS__;                                                             \
    TAKEN(text, last);                                                                         \
    return done;                                                                               \
  }
SHORTER(int, atoi, __real_strtol(text, &last, 10))
SHORTER(long, atol, __real_strtol(text, &last, 10))
SHORTER(long long, atoll, __real_strtoll(text, &last, 10))
SHORTER(double, atof, __real_strtod(text, &last))
