/* Which steps of OpenMP programs are ordered by what interpose/runtimes/ tells, and which are
 * not: threads of a team. Compiled with gcc and with clang, whose runtimes are seen in other
 * ways. */
#include "openmp.h"
#include <stdio.h>
#include <string.h>
#include "tap.h"

/* LLVM's threads leave a region only when they begin the next. */
#ifdef __clang__
#define LATE 20 /* objects for each */
#else
#define LATE 0
#endif

int failures, is_nested;
static atomic_int shown;

void fails(const char *what, int threads, int i, int j) {
  if (is_nested)
    return;
  failures++;
  if (shown++ < 20)
    printf("# %s, %d threads: steps %d and %d\n", what, threads, i, j);
}

#define NUMBER omp_get_thread_num()
#define TEAM _Pragma("omp parallel num_threads(threads)")

static void region(int threads) {
  int at[64] = {0}, told[64];
  step(C);
  TEAM {
    at[NUMBER] = omp_get_num_threads();
    told[NUMBER] = clocks_number();
    step(A + NUMBER);
  }
  step(D);
  TEAM step(B + NUMBER);
  for (int i = 0; i < threads; i++)
    EXPECT(at[i] == threads && told[i] == i, i, told[i]);
  EXPECT(clocks_number() == -1 || clocks_number() == 0, 0, 0);
  ALL_UNORDERED(A, threads);
  ALL_UNORDERED(B, threads);
  ALL_BEFORE(C, 1, A, threads);
  ALL_BEFORE(A, threads, D, 1);
  ALL_BEFORE(A, threads, B, threads);
}

static void barrier(int threads) {
  TEAM {
    step(A + NUMBER);
#pragma omp barrier
    step(B + NUMBER);
#pragma omp barrier
    step(C + NUMBER);
#pragma omp barrier
    step(D + NUMBER);
  }
  ALL_UNORDERED(A, threads);
  ALL_UNORDERED(B, threads);
  ALL_UNORDERED(C, threads);
  ALL_BEFORE(A, threads, B, threads);
  ALL_BEFORE(B, threads, C, threads);
  ALL_BEFORE(C, threads, D, threads);
}

/* One thread's iterations behind those of others, with and without the barrier of the loop. */
#define LOOP(name, clauses)                                                                    \
  static void name(int threads) {                                                              \
    TEAM {                                                                                     \
      _Pragma(clauses) for (int i = 0; i < 40; i++) step(A + i);                               \
      step(B + NUMBER);                                                                        \
    }                                                                                          \
    ALL_UNORDERED(A, 40);                                                                      \
    ALL_BEFORE(A, 40, B, threads);                                                             \
  }
LOOP(loop_static, "omp for schedule(static)")
LOOP(loop_chunks, "omp for schedule(static,3)")
LOOP(loop_dynamic, "omp for schedule(dynamic)")
LOOP(loop_guided, "omp for schedule(guided)")
LOOP(loop_runtime, "omp for schedule(runtime)")
LOOP(loop_monotonic, "omp for schedule(monotonic:dynamic)")

#define NOWAIT(name, clauses)                                                                  \
  static void name(int threads) {                                                              \
    TEAM {                                                                                     \
      step(A + NUMBER);                                                                        \
      _Pragma(clauses) for (unsigned long i = 0; i < 40; i++) step(C + (int)i);                \
      step(B + NUMBER);                                                                        \
    }                                                                                          \
    for (int i = 0; i < threads; i++)                                                          \
      for (int j = 0; j < threads; j++)                                                        \
        EXPECT(i == j ? before(A + i, B + j) : unordered(A + i, B + j), A + i, B + j);         \
  }
NOWAIT(nowait_static, "omp for schedule(static) nowait")
NOWAIT(nowait_dynamic, "omp for schedule(dynamic) nowait")
NOWAIT(nowait_guided, "omp for schedule(guided) nowait")

#define PRAGMA(text) _Pragma(#text)
#define PARALLEL_LOOP(name, clauses)                                                           \
  static void name(int threads) {                                                              \
    long sum = 0;                                                                              \
    step(B);                                                                                   \
    PRAGMA(clauses) for (long i = 0; i < 40; i++) {                                           \
      step(A + (int)i);                                                                        \
      sum += i;                                                                                \
    }                                                                                          \
    step(C);                                                                                   \
    EXPECT(sum == 780, 0, 0);                                                                  \
    ALL_BEFORE(B, 1, A, 40);                                                                   \
    ALL_BEFORE(A, 40, C, 1);                                                                   \
  }
PARALLEL_LOOP(for_static, omp parallel for num_threads(threads) reduction(+:sum) schedule(static))
PARALLEL_LOOP(for_dynamic, omp parallel for num_threads(threads) reduction(+:sum) schedule(dynamic))
PARALLEL_LOOP(for_guided, omp parallel for num_threads(threads) reduction(+:sum) schedule(guided))
PARALLEL_LOOP(for_runtime, omp parallel for num_threads(threads) reduction(+:sum) schedule(runtime))
PARALLEL_LOOP(for_monotonic, omp parallel for num_threads(threads) reduction(+:sum) schedule(monotonic:dynamic))
PARALLEL_LOOP(for_any_runtime, omp parallel for num_threads(threads) reduction(+:sum) schedule(nonmonotonic:runtime))

static void sections(int threads) {
  TEAM {
#pragma omp sections
    {
      step(A);
#pragma omp section
      step(A + 1);
#pragma omp section
      step(A + 2);
    }
    step(B + NUMBER);
#pragma omp sections nowait
    {
      step(C);
#pragma omp section
      step(C + 1);
    }
  }
#pragma omp parallel sections num_threads(threads)
  {
    step(D);
#pragma omp section
    step(D + 1);
  }
  step(E);
  ALL_UNORDERED(A, 3);
  ALL_UNORDERED(C, 2);
  ALL_UNORDERED(D, 2);
  ALL_BEFORE(A, 3, B, threads);
  ALL_BEFORE(C, 2, D, 2);
  ALL_BEFORE(D, 2, E, 1);
}

static void single(int threads) {
  int value = 0, wrong = 0;
  TEAM {
#pragma omp single
    step(A);
    step(B + NUMBER);
#pragma omp barrier
    int mine = 0;
#pragma omp single copyprivate(mine)
    {
      step(C);
      mine = 7;
    }
    step(D + NUMBER);
#pragma omp atomic
    wrong += mine != 7;
#pragma omp single nowait
    value = mine;
    step(E + NUMBER);
  }
  EXPECT(!wrong && value == 7, 0, 0);
  ALL_BEFORE(A, 1, B, threads);
  ALL_BEFORE(B, threads, C, 1);
  ALL_BEFORE(C, 1, D, threads);
  ALL_UNORDERED(E, threads);
}

static void master(int threads) {
  TEAM {
#pragma omp master
    step(A);
    step(B + NUMBER);
  }
  for (int i = 1; i < threads; i++)
    EXPECT(unordered(A, B + i), A, B + i);
}

static void critical(int threads) {
  int turn = 0;
  TEAM {
    step(B + NUMBER);
    for (int i = 0; i < 5; i++)
#pragma omp critical
      step(A + turn++);
#pragma omp barrier
#pragma omp critical(named)
    step(C + turn++);
  }
  IN_TURN(A, 5 * threads);
  IN_TURN(C + 5 * threads, threads);
}

static void critical_others(int threads) {
  atomic_int here = 0;
  if (threads != 2)
    return;
  TEAM {
    if (NUMBER) {
#pragma omp critical(one)
      {
        meet(&here, 2);
        step(A);
      }
    } else {
#pragma omp critical(other)
      {
        meet(&here, 2);
        step(A + 1);
      }
    }
  }
  ALL_UNORDERED(A, 2);
}

static void ordered(int threads) {
  TEAM {
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 40; i++) {
      step(A + i);
#pragma omp ordered
      step(B + i);
    }
#pragma omp for ordered schedule(static, 2)
    for (unsigned long i = 0; i < 40; i++) {
#pragma omp ordered
      step(C + (int)i);
    }
  }
  IN_TURN(B, 40);
  IN_TURN(C, 40);
  for (int i = 1; i < 40; i++)
    EXPECT(before(A + i, B + i) && !(before(A + i, B + i - 1) && !same_thread(A + i, B + i - 1)),
           A + i, B + i - 1);
}

/* Each iteration waits for the one two before. */
static void doacross(int threads) {
  TEAM {
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < 40; i++) {
#pragma omp ordered depend(sink : i - 2)
      step(A + i);
#pragma omp ordered depend(source)
    }
#pragma omp for ordered(2) collapse(1) schedule(dynamic)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) {
#pragma omp ordered depend(sink : i - 1, j)
        step(B + 6 * i + j);
#pragma omp ordered depend(source)
      }
  }
  for (int i = 2; i < 40; i++) {
    EXPECT(before(A + i - 2, A + i), A + i - 2, A + i);
    EXPECT(unordered(A + i - 1, A + i), A + i - 1, A + i);
  }
  for (int i = 6; i < 36; i++)
    EXPECT(before(B + i - 6, B + i), B + i - 6, B + i);
}

static void locks(int threads) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int turn = 0, other = 0, third = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  TEAM {
    for (int i = 0; i < 5; i++) {
      omp_set_lock(&lock);
      step(A + turn++);
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
      step(B + other++);
      omp_unset_nest_lock(&nest);
    }
    while (!omp_test_lock(&lock))
      sched_yield();
    step(C + third++);
    omp_unset_lock(&lock);
    while (!omp_test_nest_lock(&nest))
      sched_yield();
    step(C + third++);
    omp_unset_nest_lock(&nest);
#pragma omp barrier
    step(D + NUMBER);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  IN_TURN(A, 5 * threads);
  IN_TURN(B, 5 * threads);
  ALL_UNORDERED(D, threads);
}

static void nested(int threads) {
  is_nested = LLVM;
  omp_set_max_active_levels(2);
  TEAM {
    int outer = NUMBER;
    step(A + outer);
#pragma omp parallel num_threads(2)
    {
      step(B + 10 * outer + NUMBER);
#pragma omp barrier
      step(C + 10 * outer + NUMBER);
    }
    step(D + outer);
    EXPECT(clocks_number() == outer, outer, clocks_number());
#pragma omp barrier
    step(E + outer);
  }
  for (int i = 0; i < threads; i++) {
    ALL_BEFORE(A + i, 1, B + 10 * i, 2);
    ALL_BEFORE(B + 10 * i, 2, C + 10 * i, 2);
    ALL_BEFORE(C + 10 * i, 2, D + i, 1);
    ALL_BEFORE(C + 10 * i, 2, E, threads);
    ALL_UNORDERED(B + 10 * i, 2);
    for (int j = 0; j < i; j++)
      if (!same_thread(B + 10 * i + 1, B + 10 * j + 1)) /* it may be lent to both */
        EXPECT(unordered(B + 10 * i + 1, C + 10 * j) && unordered(C + 10 * i, C + 10 * j), i, j);
  }
}

#define TRIAL(name)                                                                            \
  { #name, name }
const struct trials regions[] = {
    TRIAL(region),          TRIAL(barrier),        TRIAL(loop_static),    TRIAL(loop_chunks),
    TRIAL(loop_dynamic),    TRIAL(loop_guided),    TRIAL(loop_runtime),   TRIAL(loop_monotonic),
    TRIAL(nowait_static),   TRIAL(nowait_dynamic), TRIAL(nowait_guided),  TRIAL(for_static),
    TRIAL(for_dynamic),     TRIAL(for_guided),     TRIAL(for_runtime),    TRIAL(for_monotonic),
    TRIAL(for_any_runtime), TRIAL(sections),       TRIAL(single),         TRIAL(master),
    TRIAL(critical),        TRIAL(critical_others), TRIAL(ordered),       TRIAL(doacross),
    TRIAL(locks),           TRIAL(nested),         {NULL, NULL}};

static void run(const struct trials *t, int repetitions) {
  for (; t->name; t++) {
    int failed = failures;
    for (int i = 0; i < repetitions; i++)
      for (int threads = 1; threads <= 8; threads++) {
        clocks_reset();
        is_nested = 0;
        t->run(threads);
        if (is_nested && !clocks_unseen()) {
          is_nested = 0;
          fails("nested regions are not told to be unseen", threads, 0, 0);
        }
        if (clocks_unseen())
          fails(clocks_unseen(), threads, 0, 0);
        if (clocks_objects() > LATE * threads)
          fails("objects that are not forgotten", threads, clocks_objects(), 0);
      }
    tap_ok(failures == failed, t->name, __FILE__, __LINE__);
  }
}

int main(int count, char **words) {
  int repetitions = count > 1 ? atoi(words[1]) : 20;
  setvbuf(stdout, NULL, _IOLBF, 0);
  clocks_begin();
  omp_set_dynamic(0);
  run(regions, repetitions);
  run(tasks, repetitions);
  OK(clocks_told() > 1000);
  return tap_done();
}
