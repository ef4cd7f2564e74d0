/* hook_atomic.c: with -fsanitize=thread the compiler turns atomic operations into calls. These
 * functions carry them out. They always use the strongest memory order, which never changes
 * what a right program does. */
#include "hook_table.h"

typedef unsigned __int128 wide;

#define LOAD HOOKS_ATOMIC
#define UPDATE (HOOKS_ATOMIC | HOOKS_STORE)
#define TOUCH(how) hooks_touch(a, how, sizeof *a)

/* The order may have bits that ask for lock elision. */
static unsigned acquires(int order) {
  order &= 7;
  return order == __ATOMIC_RELAXED || order == __ATOMIC_RELEASE ? 0 : ATOMIC_ACQUIRES;
}

static unsigned releases(int order) {
  order &= 7;
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST
             ? ATOMIC_RELEASES
             : 0;
}

static inline void *begin(const volatile void *a) {
  return hooks_own.atomic ? hooks_own.atomic(a) : NULL;
}

static inline void end(void *place, const volatile void *a, unsigned what) {
  if (place)
    hooks_own.atomic_done(place, a, what);
}

#define AS_LOAD(order) (ATOMIC_LOADS | acquires(order))
#define AS_STORE(order) (ATOMIC_STORES | releases(order))
#define AS_UPDATE(order) (AS_LOAD(order) | AS_STORE(order))
/* A compare and exchange that found another value is a load. */
#define AS_COMPARE(same, order, fail) ((same) ? AS_UPDATE(order) : AS_LOAD(fail))

#define MODIFY(type, bits, operation)                                                          \
  type __tsan_atomic##bits##_##operation(volatile type *a, type v, int order);                 \
  type __tsan_atomic##bits##_##operation(volatile type *a, type v, int order) {                \
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    type old = __atomic_##operation(a, v, __ATOMIC_SEQ_CST);                                   \
    end(place, a, AS_UPDATE(order));                                                           \
    return old;                                                                                \
  }

#define COMPARE(type, bits, weakly)                                                            \
  int __tsan_atomic##bits##_compare_exchange_##weakly(volatile type *a, type *expected,        \
                                                      type v, int order, int fail);            \
  int __tsan_atomic##bits##_compare_exchange_##weakly(volatile type *a, type *expected,        \
                                                      type v, int order, int fail) {           \
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    int same =                                                                                 \
        __atomic_compare_exchange_n(a, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
    end(place, a, AS_COMPARE(same, order, fail));                                              \
    return same;                                                                               \
  }

#define ATOMIC(type, bits)                                                                     \
  type __tsan_atomic##bits##_load(const volatile type *a, int order);                          \
  type __tsan_atomic##bits##_load(const volatile type *a, int order) {                         \
    TOUCH(LOAD);                                                                               \
    void *place = begin(a);                                                                    \
    type value = __atomic_load_n(a, __ATOMIC_SEQ_CST);                                         \
    end(place, a, AS_LOAD(order));                                                             \
    return value;                                                                              \
  }                                                                                            \
  void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                       \
  void __tsan_atomic##bits##_store(volatile type *a, type v, int order) {                      \
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                  \
    end(place, a, AS_STORE(order));                                                            \
  }                                                                                            \
  type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order);                    \
  type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order) {                   \
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    type old = __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                    \
    end(place, a, AS_UPDATE(order));                                                           \
    return old;                                                                                \
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
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    int same = __atomic_compare_exchange_n(a, &c, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
    end(place, a, AS_COMPARE(same, order, fail));                                              \
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
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    wide old = 0, seen;                                                                        \
    while ((seen = swap(a, old, (value))) != old)                                              \
      old = seen;                                                                              \
    end(place, a, AS_UPDATE(order));                                                           \
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
  TOUCH(LOAD);
  void *place = begin(a);
  wide value = swap((volatile wide *)a, 0, 0);
  end(place, a, AS_LOAD(order));
  return value;
}

void __tsan_atomic128_store(volatile wide *a, wide v, int order);
void __tsan_atomic128_store(volatile wide *a, wide v, int order) {
  TOUCH(UPDATE);
  void *place = begin(a);
  wide old = 0, seen;
  while ((seen = swap(a, old, v)) != old)
    old = seen;
  end(place, a, AS_STORE(order));
}

wide __tsan_atomic128_compare_exchange_val(volatile wide *a, wide c, wide v, int order,
                                           int fail);
wide __tsan_atomic128_compare_exchange_val(volatile wide *a, wide c, wide v, int order,
                                           int fail) {
  TOUCH(UPDATE);
  void *place = begin(a);
  wide old = swap(a, c, v);
  end(place, a, AS_COMPARE(old == c, order, fail));
  return old;
}

#define WIDE_COMPARE(weakly)                                                                   \
  int __tsan_atomic128_compare_exchange_##weakly(volatile wide *a, wide *expected, wide v,     \
                                                 int order, int fail);                         \
  int __tsan_atomic128_compare_exchange_##weakly(volatile wide *a, wide *expected, wide v,     \
                                                 int order, int fail) {                        \
    TOUCH(UPDATE);                                                                             \
    void *place = begin(a);                                                                    \
    wide old = swap(a, *expected, v);                                                          \
    int same = old == *expected;                                                               \
    *expected = old;                                                                           \
    end(place, a, AS_COMPARE(same, order, fail));                                              \
    return same;                                                                               \
  }
WIDE_COMPARE(strong)
WIDE_COMPARE(weak)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (hooks_own.fence)
    hooks_own.fence(acquires(order) | releases(order));
}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
