/* openmp.h: what the two files of the test of OpenMP's runtimes share. */
#ifndef OPENMP_H
#define OPENMP_H

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "thread_clocks.h"

/* Numbers of steps, one for each thread or iteration. */
enum { A = 0, B = 100, C = 200, D = 300, E = 400, F = 500 };

/* Nested regions of LLVM's runtime are told to be unseen, if several threads are in one. */
#ifdef __clang__
#define LLVM 1
#else
#define LLVM 0
#endif
extern int is_nested;

extern int failures;
void fails(const char *what, int threads, int i, int j);
#define EXPECT(good, i, j)                                                                     \
  do {                                                                                         \
    if (!(good))                                                                               \
      fails(__func__, threads, i, j);                                                          \
  } while (0)

/* Each of them comes before each of those, and these are unordered among themselves. */
#define ALL_BEFORE(from, count, to, other)                                                     \
  for (int i_ = 0; i_ < (count); i_++)                                                         \
    for (int j_ = 0; j_ < (other); j_++)                                                       \
  EXPECT(before((from) + i_, (to) + j_), (from) + i_, (to) + j_)
#define ALL_UNORDERED(from, count)                                                             \
  for (int i_ = 0; i_ < (count); i_++)                                                         \
    for (int j_ = 0; j_ < i_; j_++)                                                            \
  EXPECT(unordered((from) + i_, (from) + j_), (from) + i_, (from) + j_)
#define IN_TURN(from, count)                                                                   \
  for (int i_ = 1; i_ < (count); i_++)                                                         \
  EXPECT(before((from) + i_ - 1, (from) + i_), (from) + i_ - 1, (from) + i_)

/* Waits until so many have come here, in a way that orders nothing. */
static inline void meet(atomic_int *count, int of) {
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
  while (atomic_load_explicit(count, memory_order_relaxed) < of)
    sched_yield();
}

typedef void trial(int threads);
struct trials {
  const char *name;
  trial *run;
};
extern const struct trials regions[], tasks[];

#endif
