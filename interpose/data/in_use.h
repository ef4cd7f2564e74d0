/* in_use.h: where the buffers in use are, for code that has no lock: what is freed, and frames
 * that are left, hardly ever hold one.
 *
 * Kept are a range in which all lie and, where they are few, a list. The list is made when
 * somebody asks after buffers have come, and may hold buffers that are not in use any more.
 * While another thread starts or ends an operation both may be of before or of after. */
#ifndef FENCEPOST_IN_USE_H
#define FENCEPOST_IN_USE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include "include/check.h"
#include "interpose/base/internal.h"

/* Called with the lock of the world, after the buffers in use may have changed. */
void in_use_note(void);
/* All lie from the first up to the second. */
extern INTERNAL _Atomic int64_t in_use_first, in_use_end;
/* Changes when buffers come. */
extern INTERNAL _Atomic unsigned in_use_version;
/* Bytes next to each other that were not in use at that version. */
struct in_use_gap {
  struct used_bytes bytes;
  unsigned version;
};
extern INTERNAL __thread struct in_use_gap in_use_gap
    __attribute__((tls_model("initial-exec")));

/* Called like in_use_note, if nothing but this has come. */
void in_use_add(int64_t lo, int64_t hi);
static inline void in_use_note_one(int64_t lo, int64_t hi) {
  if (!(atomic_load_explicit(&in_use_version, memory_order_relaxed) & 1) ||
      lo < atomic_load_explicit(&in_use_first, memory_order_relaxed) ||
      hi > atomic_load_explicit(&in_use_end, memory_order_relaxed))
    in_use_add(lo, hi);
}

/* Returns whether a buffer in use may have bytes at this address or beyond. Takes no lock. */
static inline int in_use_beyond(uintptr_t at) {
  return (int64_t)at < atomic_load_explicit(&in_use_end, memory_order_relaxed);
}

/* Returns whether a buffer in use may have one of these bytes. Takes no lock. For signal
 * handlers, too. */
int in_use_may_meet(uintptr_t lo, size_t size);

/* The same, fast for what lies near the last bytes that the thread asked about: what is freed
 * next mostly does. Not for signal handlers. */
int in_use_may_meet_farther(uintptr_t lo, size_t size);
static inline int in_use_may_meet_near(uintptr_t lo, size_t size) {
  const struct in_use_gap *g = &in_use_gap;
  return g->version != atomic_load_explicit(&in_use_version, memory_order_relaxed) ||
                 (int64_t)lo < g->bytes.lo || (int64_t)(lo + size) > g->bytes.hi
             ? in_use_may_meet_farther(lo, size)
             : 0;
}

/* Returns whether one has. Takes the lock of the world only if one may. */
int in_use_meets(uintptr_t lo, size_t size);
/* The same without buffers of complete operations that some thread may not know of. */
int in_use_meets_now(uintptr_t lo, size_t size);

#endif
