/* spin_flag.h: a lock for a few instructions, for code that may run anywhere in the program,
 * where no mutex may be taken. Not recursive. */
#ifndef FENCEPOST_SPIN_FLAG_H
#define FENCEPOST_SPIN_FLAG_H

#include <sched.h>
#include <stdatomic.h>

static inline void spin_take(atomic_flag *flag) {
  while (atomic_flag_test_and_set_explicit(flag, memory_order_acquire))
    sched_yield();
}

static inline void spin_leave(atomic_flag *flag) {
  atomic_flag_clear_explicit(flag, memory_order_release);
}

#endif
