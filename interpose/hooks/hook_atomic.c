/* hook_atomic.c: with -fsanitize=thread the compiler turns atomic operations into calls. These
 * functions carry them out. They always use the strongest memory order, which never changes
 * what a right program does. */
#include "hook_table.h"

typedef unsigned __int128 wide;

#define LOAD HOOKS_ATOMIC
#define UPDATE (HOOKS_ATOMIC | HOOKS_STORE)
#define TOUCH(how) hooks_touch(a, how, sizeof *a)

#define MODIFY(type, bits, operation)                                                          \
  type __tsan_atomic##bits##_##operation(volatile type *a, type v, int order);                 \
  type __tsan_atomic##bits##_##operation(volatile type *a, type v, int order) {                \
    (void)order;                                                                               \
    TOUCH(UPDATE);                                                                             \
    return __atomic_##operation(a, v, __ATOMIC_SEQ_CST);                                       \
  }

#define COMPARE(type, bits, weakly)                                                            \
  int __tsan_atomic##bits##_compare_exchange_##weakly(volatile type *a, type *expected,        \
                                                      type v, int order, int fail);            \
  int __tsan_atomic##bits##_compare_exchange_##weakly(volatile type *a, type *expected,        \
                                                      type v, int order, int fail) {           \
    (void)order;                                                                               \
    (void)fail;                                                                                \
    TOUCH(UPDATE);                                                                             \
    return __atomic_compare_exchange_n(a, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }

#define ATOMIC(type, bits)                                                                     \
  type __tsan_atomic##bits##_load(const volatile type *a, int order);                          \
  type __tsan_atomic##bits##_load(const volatile type *a, int order) {                         \
    (void)order;                                                                               \
    TOUCH(LOAD);                                                                               \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                               \
  }                                                                                            \
  void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                       \
  void __tsan_atomic##bits##_store(volatile type *a, type v, int order) {                      \
    (void)order;                                                                               \
    TOUCH(UPDATE);                                                                             \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                            \
  type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                    \
  type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order) {                   \
    (void)order;                                                                               \
    TOUCH(UPDATE);                                                                             \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                        \
  }                                                                                            \
  MODIFY(type, bits, fetch_add)                                                                \
  MODIFY(type, bits, fetch_sub)                                                                \
  MODIFY(type, bits, fetch_and)                                                                \
  MODIFY(type, bits, fetch_or)                                                                 \
  MODIFY(type, bits, fetch_xor)                                                                \
  MODIFY(type, bits, fetch_nand)                                                               \
  COMPARE(type, bits, strong)                                                                  \
  COMPARE(type, bits, weak)                                                                    \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *a, type c, type v, int order, \
                                                  int fail);                                   \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *a, type c, type v, int order, \
                                                  int fail) {                                  \
    (void)order;                                                                               \
    (void)fail;                                                                                \
    TOUCH(UPDATE);                                                                             \
    __atomic_compare_exchange_n(a, &c, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
    return c;                                                                                  \
  }
ATOMIC(uint8_t, 8)
ATOMIC(uint16_t, 16)
ATOMIC(uint32_t, 32)
ATOMIC(uint64_t, 64)

/* Operations on 128 bits use the one instruction that there is (flags.mk of the processor). */
static wide swap(volatile wide *a, wide expected, wide v) {
  return __sync_val_compare_and_swap(a, expected, v);
}

#define WIDE(operation, value)                                                                 \
  wide __tsan_atomic128_##operation(volatile wide *a, wide v, int order);                      \
  wide __tsan_atomic128_##operation(volatile wide *a, wide v, int order) {                     \
    (void)order;                                                                               \
    TOUCH(UPDATE);                                                                             \
    wide old = 0, seen;                                                                        \
    while ((seen = swap(a, old, (value))) != old)                                              \
      old = seen;                                                                              \
    return old;                                                                                \
  }
WIDE(exchange, v)
WIDE(fetch_add, old + v)
WIDE(fetch_sub, old - v)
WIDE(fetch_and, old &v)
WIDE(fetch_or, old | v)
WIDE(fetch_xor, old ^ v)
WIDE(fetch_nand, ~(old &v))

wide __tsan_atomic128_load(const volatile wide *a, int order);
wide __tsan_atomic128_load(const volatile wide *a, int order) {
  (void)order;
  TOUCH(LOAD);
  return swap((volatile wide *)a, 0, 0);
}

void __tsan_atomic128_store(volatile wide *a, wide v, int order);
void __tsan_atomic128_store(volatile wide *a, wide v, int order) {
  (void)order;
  TOUCH(UPDATE);
  wide old = 0, seen;
  while ((seen = swap(a, old, v)) != old)
    old = seen;
}

wide __tsan_atomic128_compare_exchange_val(volatile wide *a, wide c, wide v, int order,
                                           int fail);
wide __tsan_atomic128_compare_exchange_val(volatile wide *a, wide c, wide v, int order,
                                           int fail) {
  (void)order;
  (void)fail;
  TOUCH(UPDATE);
  return swap(a, c, v);
}

#define WIDE_COMPARE(weakly)                                                                   \
  int __tsan_atomic128_compare_exchange_##weakly(volatile wide *a, wide *expected, wide v,     \
                                                 int order, int fail);                         \
  int __tsan_atomic128_compare_exchange_##weakly(volatile wide *a, wide *expected, wide v,     \
                                                 int order, int fail) {                        \
    (void)order;                                                                               \
    (void)fail;                                                                                \
    TOUCH(UPDATE);                                                                             \
    wide old = swap(a, *expected, v);                                                          \
    int same = old == *expected;                                                               \
    *expected = old;                                                                           \
    return same;                                                                               \
  }
WIDE_COMPARE(strong)
WIDE_COMPARE(weak)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_thread_fence(int order) {
  (void)order;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
