/* gomp_regions.c: parallel regions of gcc's OpenMP runtime. The function of a region runs in
 * ours, in each thread of the team. */
#include <stdlib.h>
#include <string.h>
#include "gomp_context.h"
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

static void begin(struct gomp_region *r, struct gomp_context *c) {
  ORDER(acquire, r, ORDER_REGION, r->caller);
  *c = (struct gomp_context){.region = r, .number = gomp_thread_number(r->caller)};
  gomp_enter(c);
}

static void run_region(void *data) {
  struct gomp_region *r = data;
  struct gomp_context c;
  begin(r, &c);
  r->function(r->data);
  gomp_leave();
  omp_barrier_arrive(&r->team, c.phase, r->caller);
  omp_task_drop(c.task);
}

static void region_begins(struct gomp_region *r) {
  ORDER(release, r, ORDER_REGION, r->caller);
}

static void region_ends(struct gomp_region *r) {
  omp_team_ends(&r->team, r->caller);
  gomp_kept_end(&r->kept);
  ORDER(forget, r, ORDER_REGION);
  for (int i = 0; r->has_ordered && i < ORDERED_LOOPS; i++)
    ORDER(forget, &r->ordered[i], ORDER_ORDERED);
}

/* `region_` and run_region stand for the program's data and function. */
#define REGION(with_reductions)                                                                \
  struct gomp_region region_ = {.function = fn, .data = data, .caller = ORDER_CALLER};         \
  if (with_reductions)                                                                         \
    region_.reductions = *(void **)data;                                                       \
  region_begins(&region_)

#define PARALLEL(name, parameters, ...)                                                        \
  EXPORT void name parameters;                                                                 \
  void name parameters {                                                                       \
    GOMP_REAL(name);                                                                           \
    REGION(0);                                                                                 \
    function(run_region, &region_, __VA_ARGS__);                                               \
    region_ends(&region_);                                                                     \
  }

PARALLEL(GOMP_parallel, (gomp_function * fn, void *data, unsigned threads, unsigned flags),
         threads, flags)
PARALLEL(GOMP_parallel_sections,
         (gomp_function * fn, void *data, unsigned threads, unsigned count, unsigned flags),
         threads, count, flags)

#define LOOP(name)                                                                             \
  PARALLEL(name,                                                                               \
           (gomp_function * fn, void *data, unsigned threads, long start, long end, long step, \
            long chunk, unsigned flags),                                                       \
           threads, start, end, step, chunk, flags)
#define LOOP_RUNTIME(name)                                                                     \
  PARALLEL(name,                                                                               \
           (gomp_function * fn, void *data, unsigned threads, long start, long end, long step, \
            unsigned flags),                                                                   \
           threads, start, end, step, flags)
LOOP(GOMP_parallel_loop_static)
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)
LOOP_RUNTIME(GOMP_parallel_loop_runtime)
LOOP_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
LOOP_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

EXPORT unsigned GOMP_parallel_reductions(gomp_function *fn, void *data, unsigned threads,
                                         unsigned flags);
unsigned GOMP_parallel_reductions(gomp_function *fn, void *data, unsigned threads,
                                  unsigned flags) {
  GOMP_REAL(GOMP_parallel_reductions);
  REGION(1);
  unsigned team = function(run_region, &region_, threads, flags);
  region_ends(&region_);
  return team;
}

/* What old compilers call: the thread that begins the region calls its function itself, and
 * then GOMP_parallel_end. */
struct started {
  struct gomp_context context; /* of this thread */
  struct gomp_region region;
};

static struct started *started_new(gomp_function *fn, void *data, const void *caller) {
  struct started *s = calloc(1, sizeof *s);
  if (s) {
    s->region = (struct gomp_region){.function = fn, .data = data, .caller = caller};
    region_begins(&s->region);
  }
  return s;
}

static void started_enter(struct started *s, const void *caller) {
  if (s) {
    begin(&s->region, &s->context);
    s->context.was_started = 1;
  } else {
    ORDER(unseen, "a parallel region that there was no memory for", caller);
  }
}

#define PARALLEL_START(name, parameters, ...)                                                  \
  EXPORT void name parameters;                                                                 \
  void name parameters {                                                                       \
    GOMP_REAL(name);                                                                           \
    struct started *s = started_new(fn, data, ORDER_CALLER);                                   \
    if (s)                                                                                     \
      function(run_region, &s->region, __VA_ARGS__);                                           \
    else                                                                                       \
      function(fn, data, __VA_ARGS__);                                                         \
    started_enter(s, ORDER_CALLER);                                                            \
  }
PARALLEL_START(GOMP_parallel_start, (gomp_function * fn, void *data, unsigned threads), threads)
PARALLEL_START(GOMP_parallel_sections_start,
               (gomp_function * fn, void *data, unsigned threads, unsigned count), threads,
               count)
#define LOOP_START(name)                                                                       \
  PARALLEL_START(name,                                                                         \
                 (gomp_function * fn, void *data, unsigned threads, long start, long end,      \
                  long step, long chunk),                                                      \
                 threads, start, end, step, chunk)
LOOP_START(GOMP_parallel_loop_static_start)
LOOP_START(GOMP_parallel_loop_dynamic_start)
LOOP_START(GOMP_parallel_loop_guided_start)
PARALLEL_START(GOMP_parallel_loop_runtime_start,
               (gomp_function * fn, void *data, unsigned threads, long start, long end,
                long step),
               threads, start, end, step)

EXPORT void GOMP_parallel_end(void);
void GOMP_parallel_end(void) {
  GOMP_REAL(GOMP_parallel_end);
  struct gomp_context *c = gomp_current;
  if (c && c->was_started)
    gomp_leave();
  function();
  if (!c || !c->was_started)
    return;
  struct started *s = (struct started *)c;
  region_ends(&s->region);
  omp_task_drop(c->task);
  free(s);
}
