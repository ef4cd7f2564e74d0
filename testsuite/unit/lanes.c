/* Loops that skip some elements, which the compiler turns into loads of whole vectors (programs.mk
 * builds this for several processors). Only what the source reads may count as loaded, though some
 * of it may be missing. */
#define _GNU_SOURCE
#include "slots_run.h"
#include "tap.h"

#ifdef __clang__
#define CODE __attribute__((noinline, used))
#else
#define CODE __attribute__((noipa, used))
#endif
#define N 96
#define FEW 16 /* so many bytes may be missing, because indices that are loaded later are unknown */

lanes_function fencepost_lanes;

static unsigned char is_read[SIZE], is_counted[SIZE];
static volatile double result;
static double other[N];

static void count(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  (void)pc;
  for (size_t i = 0; does & INSTRUCTION_LOADS && i < size; i++)
    is_counted[at - (uintptr_t)view + i] = 1;
}

/* A sum of every STRIDE-th element; a sum and a copy of two of each three or four. */
#define LOOPS(name, type)                                                                      \
  CODE double name##_sum(const type *p, int n) {                                               \
    type s = 0;                                                                                \
    for (int i = 0; i < n; i++)                                                                \
      s = (type)(s + p[i]);                                                                    \
    return (double)s;                                                                          \
  }                                                                                            \
  CODE double name##_back(const type *p, int n) {                                              \
    type *to = (type *)other;                                                                  \
    for (int i = 0; i < n; i++)                                                                \
      to[i] = p[n - 1 - i];                                                                    \
    return 0;                                                                                  \
  }                                                                                            \
  CODE double name##_sum2(const type *p, int n) {                                              \
    type s = 0;                                                                                \
    for (int i = 0; i < n; i++)                                                                \
      s = (type)(s + p[2 * i]);                                                                \
    return (double)s;                                                                          \
  }                                                                                            \
  CODE double name##_sum3(const type *p, int n) {                                              \
    type s = 0;                                                                                \
    for (int i = 0; i < n; i++)                                                                \
      s = (type)(s + p[3 * i]);                                                                \
    return (double)s;                                                                          \
  }                                                                                            \
  CODE double name##_copy2(const type *p, int n) {                                             \
    type *to = (type *)other;                                                                  \
    for (int i = 0; i < n; i++)                                                                \
      to[i] = p[2 * i + 1];                                                                    \
    return 0;                                                                                  \
  }                                                                                            \
  CODE double name##_square2(const type *p, int n) {                                           \
    type s = 0;                                                                                \
    (void)n;                                                                                   \
    for (int i = 0; i < N / 4; i++)                                                            \
      s = (type)(s + p[2 * i] * p[2 * i]);                                                     \
    return (double)s;                                                                          \
  }                                                                                            \
  CODE double name##_pair4(const type *p, int n) {                                             \
    type *to = (type *)other;                                                                  \
    for (int i = 0; i < n; i++)                                                                \
      to[i] = (type)(p[4 * i] + p[4 * i + 2]);                                                 \
    return 0;                                                                                  \
  }

LOOPS(byte, signed char)
LOOPS(word, short)
LOOPS(number, int)
LOOPS(wide, long)
LOOPS(single, float)
LOOPS(real, double)

/* Counts the bytes that count as loaded but are not read; `missing`: those that are read but do not
 * count. */
static int wrong(size_t *missing) {
  int more = 0;
  *missing = 0;
  for (int i = 0; i < SIZE; i++) {
    more += is_counted[i] && !is_read[i];
    *missing += is_read[i] && !is_counted[i];
  }
  return more;
}

static char *begin(void) {
  memset(is_read, 0, sizeof is_read);
  memset(is_counted, 0, sizeof is_counted);
  close_view();
  return view + FIRST + 64;
}

static void reads(size_t at, size_t size) {
  memset(is_read + FIRST + 64 + at, 1, size);
}

#define TRY(name, call, elements, size, index)                                                 \
  do {                                                                                         \
    size_t missing;                                                                            \
    char *at = begin();                                                                        \
    for (int i = 0; i < (elements); i++)                                                       \
      reads((size_t)(index) * (size), (size));                                                 \
    result += call;                                                                            \
    open_view();                                                                               \
    int more = wrong(&missing);                                                                \
    if (!tap_ok(!more && missing <= FEW, #name, __FILE__, __LINE__))                           \
      printf("#   %d bytes are not read, %zu do not count\n", more, missing);                  \
  } while (0)

#define TRY_ALL(name, type)                                                                    \
  TRY(name##_sum, name##_sum((type *)at, N), N, sizeof(type), i);                              \
  TRY(name##_back, name##_back((type *)at, N), N, sizeof(type), i);                            \
  TRY(name##_sum2, name##_sum2((type *)at, N), N, sizeof(type), 2 * i);                        \
  if (sizeof(type) > 1) /* with -msse4.1 too many bytes count */                                \
    TRY(name##_sum3, name##_sum3((type *)at, N), N, sizeof(type), 3 * i);                      \
  TRY(name##_copy2, name##_copy2((type *)at, N), N, sizeof(type), 2 * i + 1);                  \
  TRY(name##_square2, name##_square2((type *)at, N), N / 4, sizeof(type), 2 * i);              \
  TRY(name##_pair4, name##_pair4((type *)at, N / 2), N, sizeof(type), 2 * i)

int main(void) {
  run_begin();
  slots_lanes = fencepost_lanes;
  instead = count;
  TRY_ALL(byte, signed char);
  TRY_ALL(word, short);
  TRY_ALL(number, int);
  TRY_ALL(wide, long);
  TRY_ALL(single, float);
  TRY_ALL(real, double);
  OK(gave_up == 0);
  run_end();
  return tap_done();
}
