/* gomp_sync.c: barriers, critical and ordered regions and doacross dependences of gcc's OpenMP
 * runtime. */
#include <stdarg.h>
#include <stdint.h>
#include "gomp_context.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

/* Barriers, and what has one at its end. In a task of its own, or outside of parallel regions,
 * there are no others to be ordered with. */

static void arrive(struct gomp_context *c, const void *caller) {
  if (c && c->region)
    omp_barrier_arrive(&c->region->team, c->phase, caller);
}

static void depart(struct gomp_context *c, const void *caller) {
  if (!c || !c->region)
    return;
  omp_barrier_depart(&c->region->team, c->phase, caller);
  c->phase++;
  gomp_kept_end(&c->kept);
}

#define BARRIER(name)                                                                          \
  EXPORT void name(void);                                                                      \
  void name(void) {                                                                            \
    GOMP_REAL(name);                                                                           \
    arrive(gomp_current, ORDER_CALLER);                                                        \
    function();                                                                                \
    depart(gomp_current, ORDER_CALLER);                                                        \
  }
/* Returns whether the region was cancelled; then nobody waits. */
#define BARRIER_CANCEL(name)                                                                   \
  EXPORT _Bool name(void);                                                                     \
  _Bool name(void) {                                                                           \
    GOMP_REAL(name);                                                                           \
    arrive(gomp_current, ORDER_CALLER);                                                        \
    _Bool cancelled = function();                                                              \
    if (!cancelled)                                                                            \
      depart(gomp_current, ORDER_CALLER);                                                      \
    return cancelled;                                                                          \
  }
BARRIER(GOMP_barrier)
BARRIER(GOMP_loop_end)
BARRIER(GOMP_sections_end)
BARRIER_CANCEL(GOMP_barrier_cancel)
BARRIER_CANCEL(GOMP_loop_end_cancel)
BARRIER_CANCEL(GOMP_sections_end_cancel)

EXPORT void GOMP_workshare_task_reduction_unregister(_Bool cancelled);
void GOMP_workshare_task_reduction_unregister(_Bool cancelled) {
  GOMP_REAL(GOMP_workshare_task_reduction_unregister);
  arrive(gomp_current, ORDER_CALLER);
  function(cancelled);
  if (!cancelled)
    depart(gomp_current, ORDER_CALLER);
}

/* The thread that executes the region gets NULL, the others its data, behind a barrier; it
 * comes to this barrier when it has told the data. */
EXPORT void *GOMP_single_copy_start(void);
void *GOMP_single_copy_start(void) {
  GOMP_REAL(GOMP_single_copy_start);
  arrive(gomp_current, ORDER_CALLER);
  void *data = function();
  if (data)
    depart(gomp_current, ORDER_CALLER);
  return data;
}

EXPORT void GOMP_single_copy_end(void *data);
void GOMP_single_copy_end(void *data) {
  GOMP_REAL(GOMP_single_copy_end);
  arrive(gomp_current, ORDER_CALLER);
  function(data);
  depart(gomp_current, ORDER_CALLER);
}

/* Critical regions, and atomic operations that the processor does not have. There is one of
 * either without a name, in each libgomp. */

#define LOCK(name, parameters, object, kind, ...)                                              \
  EXPORT void name parameters;                                                                 \
  void name parameters {                                                                       \
    GOMP_REAL(name);                                                                           \
    function(__VA_ARGS__);                                                                     \
    ORDER(acquire, object, kind, ORDER_CALLER);                                                \
  }
#define UNLOCK(name, parameters, object, kind, ...)                                            \
  EXPORT void name parameters;                                                                 \
  void name parameters {                                                                       \
    GOMP_REAL(name);                                                                           \
    ORDER(release, object, kind, ORDER_CALLER);                                                \
    function(__VA_ARGS__);                                                                     \
  }
static const char critical, atomic;
LOCK(GOMP_critical_start, (void), &critical, ORDER_CRITICAL)
UNLOCK(GOMP_critical_end, (void), &critical, ORDER_CRITICAL)
LOCK(GOMP_critical_name_start, (void **name), name, ORDER_CRITICAL, name)
UNLOCK(GOMP_critical_name_end, (void **name), name, ORDER_CRITICAL, name)
LOCK(GOMP_atomic_start, (void), &atomic, ORDER_ATOMIC)
UNLOCK(GOMP_atomic_end, (void), &atomic, ORDER_ATOMIC)

/* Ordered regions. The object is the loop's, as all threads of the team meet the same loops. */

static void ordered_loop(unsigned dimensions) {
  struct gomp_context *c = gomp_current;
  if (!c)
    return;
  c->ordered++;
  c->dimensions = dimensions;
}

static const char *loop_object(struct gomp_context *c) {
  c->region->has_ordered = 1;
  return &c->region->ordered[c->ordered % ORDERED_LOOPS];
}

EXPORT void GOMP_ordered_start(void);
void GOMP_ordered_start(void) {
  GOMP_REAL(GOMP_ordered_start);
  function();
  struct gomp_context *c = gomp_current;
  if (c && c->region)
    ORDER(acquire, loop_object(c), ORDER_ORDERED, ORDER_CALLER);
}

EXPORT void GOMP_ordered_end(void);
void GOMP_ordered_end(void) {
  GOMP_REAL(GOMP_ordered_end);
  struct gomp_context *c = gomp_current;
  if (c && c->region)
    ORDER(release, loop_object(c), ORDER_ORDERED, ORDER_CALLER);
  function();
}

#define COUNTED(name, dimensions, parameters, ...)                                             \
  EXPORT _Bool name parameters;                                                                \
  _Bool name parameters {                                                                      \
    GOMP_REAL(name);                                                                           \
    ordered_loop(dimensions);                                                                  \
    return function(__VA_ARGS__);                                                              \
  }
typedef unsigned long long ull;
#define ORDERED(name)                                                                          \
  COUNTED(GOMP_loop_ordered_##name##_start, 0,                                                 \
          (long start, long end, long step, long chunk, long *from, long *to), start, end,     \
          step, chunk, from, to)                                                               \
  COUNTED(GOMP_loop_ull_ordered_##name##_start, 0,                                             \
          (_Bool up, ull start, ull end, ull step, ull chunk, ull * from, ull * to), up,       \
          start, end, step, chunk, from, to)
ORDERED(static)
ORDERED(dynamic)
ORDERED(guided)
COUNTED(GOMP_loop_ordered_runtime_start, 0,
        (long start, long end, long step, long *from, long *to), start, end, step, from, to)
COUNTED(GOMP_loop_ull_ordered_runtime_start, 0,
        (_Bool up, ull start, ull end, ull step, ull *from, ull *to), up, start, end, step,
        from, to)
COUNTED(GOMP_loop_ordered_start, 0,
        (long start, long end, long step, long schedule, long chunk, long *from, long *to,
         uintptr_t *reductions, void **memory),
        start, end, step, schedule, chunk, from, to, reductions, memory)
COUNTED(GOMP_loop_ull_ordered_start, 0,
        (_Bool up, ull start, ull end, ull step, long schedule, ull chunk, ull *from, ull *to,
         uintptr_t *reductions, void **memory),
        up, start, end, step, schedule, chunk, from, to, reductions, memory)

/* Doacross dependences. */

#define DOACROSS(name)                                                                         \
  COUNTED(GOMP_loop_doacross_##name##_start, count,                                            \
          (unsigned count, long *counts, long chunk, long *from, long *to), count, counts,     \
          chunk, from, to)                                                                     \
  COUNTED(GOMP_loop_ull_doacross_##name##_start, count,                                        \
          (unsigned count, ull *counts, ull chunk, ull *from, ull *to), count, counts, chunk,  \
          from, to)
DOACROSS(static)
DOACROSS(dynamic)
DOACROSS(guided)
COUNTED(GOMP_loop_doacross_runtime_start, count,
        (unsigned count, long *counts, long *from, long *to), count, counts, from, to)
COUNTED(GOMP_loop_ull_doacross_runtime_start, count,
        (unsigned count, ull *counts, ull *from, ull *to), count, counts, from, to)
COUNTED(GOMP_loop_doacross_start, count,
        (unsigned count, long *counts, long schedule, long chunk, long *from, long *to,
         uintptr_t *reductions, void **memory),
        count, counts, schedule, chunk, from, to, reductions, memory)
COUNTED(GOMP_loop_ull_doacross_start, count,
        (unsigned count, ull *counts, long schedule, ull chunk, ull *from, ull *to,
         uintptr_t *reductions, void **memory),
        count, counts, schedule, chunk, from, to, reductions, memory)

#define DIMENSIONS 16 /* no loop has more */

static const void *iteration(const struct gomp_context *c, const ull *counts) {
  unsigned dimensions = c->dimensions < DIMENSIONS ? c->dimensions : DIMENSIONS;
  return omp_iteration(c->region, c->ordered, counts, dimensions);
}

static void post(const void *counts, const void *caller) {
  const struct gomp_context *c = gomp_current;
  if (c && c->region && c->dimensions)
    ORDER(release, iteration(c, counts), ORDER_ORDERED, caller);
}

EXPORT void GOMP_doacross_post(long *counts);
void GOMP_doacross_post(long *counts) {
  GOMP_REAL(GOMP_doacross_post);
  post(counts, ORDER_CALLER);
  function(counts);
}

EXPORT void GOMP_doacross_ull_post(ull *counts);
void GOMP_doacross_ull_post(ull *counts) {
  GOMP_REAL(GOMP_doacross_ull_post);
  post(counts, ORDER_CALLER);
  function(counts);
}

/* The runtime reads as many arguments as the loop has dimensions; more do no harm. */
#define WAIT(name, type)                                                                       \
  EXPORT void name(type first, ...);                                                           \
  void name(type first, ...) {                                                                 \
    GOMP_REAL(name);                                                                           \
    const struct gomp_context *c = gomp_current;                                               \
    unsigned count = c && c->dimensions ? c->dimensions : 1;                                   \
    type a[DIMENSIONS] = {first};                                                              \
    va_list more;                                                                              \
    va_start(more, first);                                                                     \
    for (unsigned i = 1; i < count && i < DIMENSIONS; i++)                                     \
      a[i] = va_arg(more, type);                                                               \
    va_end(more);                                                                              \
    function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],  \
             a[13], a[14], a[15]);                                                             \
    if (c && c->region && c->dimensions)                                                       \
      ORDER(acquire, iteration(c, (const ull *)a), ORDER_ORDERED, ORDER_CALLER);               \
  }
WAIT(GOMP_doacross_wait, long)
WAIT(GOMP_doacross_ull_wait, ull)
