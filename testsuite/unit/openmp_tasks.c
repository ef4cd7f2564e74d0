/* Tasks; see openmp.c. */
#include <string.h>
#include "openmp.h"

#define TEAM                                                                                   \
  _Pragma("omp parallel num_threads(threads)") _Pragma("omp single")
#define TASK _Pragma("omp task")

/* Two tasks that both begin before one ends run in two threads. */
#define TOGETHER(here) meet(&here, threads > 1 ? 2 : 1)

static void made(int threads) {
  atomic_int here = 0;
  TEAM {
    step(C);
    TASK {
      TOGETHER(here);
      step(A);
    }
    step(D);
    TASK {
      TOGETHER(here);
      step(A + 1);
    }
  }
  step(B);
  ALL_BEFORE(C, 1, A, 2);
  ALL_BEFORE(D, 1, A + 1, 1);
  EXPECT(unordered(A, D) || same_thread(A, D), A, D);
  ALL_UNORDERED(A, 2);
  ALL_BEFORE(A, 2, B, 1);
}

/* The end of a task comes before what follows the next barrier, wherever it ran. */
static void until_barrier(int threads) {
#pragma omp parallel num_threads(threads)
  {
    int me = omp_get_thread_num();
    TASK step(A + me);
#pragma omp barrier
    step(B + me);
    TASK step(C + me);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++)
      ;
    step(D + me);
    TASK TASK step(E + me);
  }
  step(F);
  ALL_BEFORE(A, threads, B, threads);
  ALL_BEFORE(C, threads, D, threads);
  ALL_BEFORE(E, threads, F, 1);
}

static void taskwait(int threads) {
  TEAM {
    for (int i = 0; i < 10; i++)
      TASK step(A + i);
#pragma omp taskwait
    step(B);
    for (int i = 0; i < 10; i++)
      TASK {
        TASK step(C + i);
#pragma omp taskwait
        step(D + i);
      }
#pragma omp taskwait
    step(E);
  }
  ALL_BEFORE(A, 10, B, 1);
  for (int i = 0; i < 10; i++)
    EXPECT(before(C + i, D + i) && before(D + i, E), i, 0);
}

/* It waits for children only. What it does not wait for goes on until it has waited; it is in
 * another thread, because the one that waits takes up children alone (in gcc's runtime). */
static void grandchild(int threads) {
#ifdef __clang__
  (void)threads;
#else
  atomic_int here = 0;
  if (threads < 2)
    return;
  TEAM {
    TASK {
      step(A);
      TASK {
        meet(&here, 1);
        step(B);
      }
    }
#pragma omp taskwait
    step(C);
    meet(&here, 1);
  }
  EXPECT(before(A, C), A, C);
  EXPECT(same_thread(B, C) || !before(B, C), B, C);
#endif
}

static void taskgroup(int threads) {
  TEAM {
#pragma omp taskgroup
    {
      for (int i = 0; i < 10; i++)
        TASK {
#pragma omp taskgroup
          TASK step(A + i);
          step(D + i);
          TASK step(B + i);
        }
    }
    step(C);
  }
  ALL_BEFORE(A, 10, C, 1);
  ALL_BEFORE(B, 10, C, 1);
  for (int i = 0; i < 10; i++)
    EXPECT(before(A + i, D + i) && before(D + i, B + i), i, i);
}

static void depend(int threads) {
  int x = 0, y = 0;
  atomic_int here = 0, others = 0;
  (void)x, (void)y;
  TEAM {
#pragma omp task depend(out : x)
    step(A);
    for (int i = 0; i < 2; i++)
#pragma omp task depend(in : x)
    {
      TOGETHER(here);
      step(B + i);
    }
#pragma omp task depend(inout : x)
    {
      meet(&others, threads > 3 ? 2 : 1);
      step(C);
    }
#pragma omp task depend(out : y)
    {
      meet(&others, threads > 3 ? 2 : 1);
      step(D);
    }
#pragma omp task depend(in : x, y)
    step(E);
#pragma omp task depend(in : x) depend(out : y)
    step(E + 1);
  }
  ALL_BEFORE(A, 1, B, 2);
  ALL_BEFORE(B, 2, C, 1);
  ALL_BEFORE(C, 1, E, 2);
  ALL_BEFORE(D, 1, E, 2);
  EXPECT(before(E, E + 1), E, E + 1);
  if (threads > 1)
    ALL_UNORDERED(B, 2);
  if (threads > 3)
    EXPECT(unordered(C, D), C, D);
}

/* Dependences hold between children of one task. */
static void depend_cousins(int threads) {
  int x = 0;
  atomic_int here = 0;
  (void)x;
  if (threads < 2)
    return;
  TEAM {
    for (int i = 0; i < 2; i++)
      TASK {
#pragma omp task depend(inout : x)
        {
          meet(&here, 2);
          step(A + i);
        }
#pragma omp task depend(inout : x)
        step(B + i);
#pragma omp taskwait
      }
  }
  ALL_UNORDERED(A, 2);
  for (int i = 0; i < 2; i++)
    EXPECT(before(A + i, B + i), A + i, B + i);
}

static void depend_chain(int threads) {
  int x = 0, sum = 0;
  (void)x;
  TEAM for (int i = 0; i < 30; i++)
#pragma omp task depend(inout : x) shared(sum)
  {
    sum += i;
    step(A + i);
  }
  EXPECT(sum == 435, sum, 0);
  IN_TURN(A, 30);
}

/* It waits in the thread that makes it. */
static void undeferred(int threads) {
  int x = 0;
  (void)x;
  TEAM {
#pragma omp task depend(out : x)
    step(A);
#pragma omp task depend(in : x) if (0)
    step(B);
    step(C);
#pragma omp task if (0)
    {
      step(D);
      TASK step(F);
    }
#pragma omp taskwait
    step(E);
#pragma omp task final(1)
    TASK step(E + 1);
  }
  ALL_BEFORE(A, 1, B, 1);
  ALL_BEFORE(B, 1, C, 1);
  ALL_BEFORE(D, 1, E, 1);
}

#if !defined(__clang__) || __clang_major__ >= 15
static void mutexinoutset(int threads) {
  int x = 0, turn = 0;
  (void)x;
  TEAM {
    for (int i = 0; i < 10; i++)
#pragma omp task depend(mutexinoutset : x) shared(turn)
      step(A + turn++);
#pragma omp task depend(in : x)
    step(B);
  }
  IN_TURN(A, 10);
  ALL_BEFORE(A, 10, B, 1);
}

static void depobj(int threads) {
  int x = 0;
  (void)x;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
  TEAM {
#pragma omp task depend(out : x)
    step(A);
#pragma omp task depend(depobj : object)
    step(B);
#pragma omp task depend(in : x)
    step(C);
  }
#pragma omp depobj(object) destroy
  ALL_BEFORE(A, 1, B, 1);
  ALL_BEFORE(B, 1, C, 1);
}

static void wait_depend(int threads) {
  int x = 0, y = 0;
  atomic_int here = 0;
  (void)x, (void)y;
  TEAM {
#pragma omp task depend(out : x)
    step(A);
#pragma omp task depend(out : y)
    {
      if (threads > 1)
        meet(&here, 1);
      step(B);
    }
#pragma omp taskwait depend(in : x)
    step(C);
    if (threads > 1)
      meet(&here, 1);
  }
  ALL_BEFORE(A, 1, C, 1);
}

#endif

/* Blocks of arguments arrive as they were: aligned, and with an array whose length only the
 * program's own copying function knows. */
#ifdef __clang__ /* knows no such task */
#define LENGTH 8
#else
#define LENGTH (threads + 3)
#endif

struct aligned {
  _Alignas(64) int value[16];
};

static void arguments(int threads) {
  int wrong = 0, list[LENGTH];
  struct aligned a;
  for (int i = 0; i < 16; i++)
    a.value[i] = i * i;
  for (int i = 0; i < (int)LENGTH; i++)
    list[i] = 3 * i;
  TEAM for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(a, list, i) shared(wrong)
    {
      int bad = (unsigned long)&a % 64 != 0;
      for (int k = 0; k < 16; k++)
        bad += a.value[k] != k * k;
      for (int k = 0; k < (int)LENGTH; k++)
        bad += list[k] != 3 * k;
      step(A + i);
#pragma omp atomic
      wrong += bad;
    }
#pragma omp task firstprivate(a) if (i % 2) shared(wrong)
    {
      int bad = (unsigned long)&a % 64 != 0 || a.value[3] != 9;
#pragma omp atomic
      wrong += bad;
    }
  }
  EXPECT(!wrong, wrong, 0);
}

static void taskloop(int threads) {
  int sum = 0, last = 0, list[LENGTH];
  for (int i = 0; i < (int)LENGTH; i++)
    list[i] = 3 * i;
  TEAM {
    step(C);
#pragma omp taskloop grainsize(3) lastprivate(last)
    for (int i = 0; i < 40; i++) {
      TASK step(E + i);
      step(A + i);
      last = i;
    }
    step(D);
#pragma omp taskloop num_tasks(300) firstprivate(list) shared(sum)
    for (unsigned long long i = 0; i < 40; i++) {
#pragma omp atomic
      sum += list[2];
      step(B + (int)i);
    }
#pragma omp taskloop if (0) shared(sum)
    for (int i = 0; i < 10; i++)
      sum++;
  }
  EXPECT(sum == 250 && last == 39, sum, last);
  ALL_BEFORE(C, 1, A, 40);
  ALL_BEFORE(A, 40, D, 1);
  ALL_BEFORE(E, 40, D, 1);
  ALL_BEFORE(D, 1, B, 40);
}

static void taskloop_nogroup(int threads) {
  TEAM {
    step(C);
#pragma omp taskloop nogroup num_tasks(10)
    for (int i = 0; i < 40; i++) {
      TASK step(E + i);
      step(A + i);
    }
#pragma omp taskwait
    step(D);
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup
      for (int i = 0; i < 40; i++)
        step(B + i);
    }
    step(D + 1);
#pragma omp taskloop nogroup
    for (int i = 0; i < 40; i++)
      step(F + i);
  }
  step(D + 2);
  ALL_BEFORE(C, 1, A, 40);
  ALL_BEFORE(A, 40, D, 1);
  ALL_BEFORE(B, 40, D + 1, 1);
  ALL_BEFORE(E, 40, D + 2, 1);
  ALL_BEFORE(F, 40, D + 2, 1);
}

#ifndef __clang__
static void task_reduction(int threads) {
  long sum = 0, other = 0;
#pragma omp parallel num_threads(threads) reduction(task, + : sum)
  {
    step(A + omp_get_thread_num());
#pragma omp task in_reduction(+ : sum)
    sum += 5;
  }
  step(B);
#pragma omp parallel num_threads(threads)
  {
#pragma omp for reduction(task, + : other)
    for (int i = 0; i < 20; i++)
#pragma omp task in_reduction(+ : other)
      other += i;
    step(C + omp_get_thread_num());
#pragma omp single
#pragma omp taskloop reduction(+ : other)
    for (int i = 0; i < 10; i++)
      other++;
  }
  EXPECT(sum == 5 * threads && other == 200, (int)sum, (int)other);
  ALL_BEFORE(A, threads, B, 1);
}
#endif

/* A region in a task, and tasks in it. */
static void region_in_task(int threads) {
  is_nested = LLVM;
  omp_set_max_active_levels(2);
  TEAM for (int i = 0; i < 3; i++) TASK {
    step(A + i);
#pragma omp parallel num_threads(2)
    {
      int me = omp_get_thread_num();
      TASK step(B + 10 * i + me);
#pragma omp barrier
      step(C + 10 * i + omp_get_thread_num());
    }
    step(D + i);
  }
  for (int i = 0; i < 3; i++) {
    ALL_BEFORE(A + i, 1, C + 10 * i, 2);
    ALL_BEFORE(B + 10 * i, 2, C + 10 * i, 2);
    ALL_BEFORE(C + 10 * i, 2, D + i, 1);
  }
}

static int fibonacci(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void many(int threads) {
  int sum = 0;
  TEAM {
    sum = fibonacci(12);
    step(A);
  }
  EXPECT(sum == 144, sum, 0);
}

#define TRIAL(name)                                                                            \
  { #name, name }
const struct trials tasks[] = {TRIAL(made),
                               TRIAL(until_barrier),
                               TRIAL(taskwait),
                               TRIAL(grandchild),
                               TRIAL(taskgroup),
                               TRIAL(depend),
                               TRIAL(depend_cousins),
                               TRIAL(depend_chain),
                               TRIAL(undeferred),
#if !defined(__clang__) || __clang_major__ >= 15
                               TRIAL(mutexinoutset),
                               TRIAL(depobj),
                               TRIAL(wait_depend),
#endif
                               TRIAL(arguments),
                               TRIAL(taskloop),
                               TRIAL(taskloop_nogroup),
#ifndef __clang__
                               TRIAL(task_reduction),
#endif
                               TRIAL(region_in_task),
                               TRIAL(many),
                               {NULL, NULL}};
