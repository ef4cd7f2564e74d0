/* tap.h: TAP for unit tests in C. End main with `return tap_done();`. */
#ifndef TAP_H
#define TAP_H

#include <stdio.h>
#include <string.h>

static int tap_count, tap_failures;

static inline int tap_ok(int good, const char *what, const char *file, int line) {
  tap_failures += !good;
  printf("%sok %d - %s\n", good ? "" : "not ", ++tap_count, what);
  if (!good)
    printf("#   at %s:%d\n", file, line);
  return good;
}
#define OK(good) tap_ok((good) != 0, #good, __FILE__, __LINE__)
#define SAME(got, want)                                                                        \
  do {                                                                                         \
    const char *got_ = (got), *want_ = (want);                                                 \
    if (!tap_ok(got_ && !strcmp(got_, want_), #got, __FILE__, __LINE__))                       \
      printf("#   got  %s\n#   want %s\n", got_ ? got_ : "(null)", want_);                     \
  } while (0)

static inline int tap_done(void) {
  printf("1..%d\n", tap_count);
  return tap_failures != 0;
}

#endif
