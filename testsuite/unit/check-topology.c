/* Properties of a logical topology for reductions (testsuite/cases/topology.h): of rings, of
 * 2-trees and of random trees of up to 1,000 processes. */
#include <stdlib.h>
#include "tap.h"
#include "testsuite/cases/topology.h"

enum { MOST = 1000 };

static unsigned long long state = 1;

static int pick(int below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (int)((state >> 33) % (unsigned)below);
}

/* One process has no successor, every other one exactly one, and neither is itself. */
static int one_root(const struct topology *t) {
  int roots = 0;
  for (int p = 0; p < t->size; p++) {
    int next = t->successor(t, p);
    roots += next < 0;
    if (next == p || next >= t->size)
      return 0;
  }
  return roots == 1;
}

static int walks_reach_root(const struct topology *t) {
  for (int p = 0; p < t->size; p++) {
    int at = p, walked = 0;
    while (t->successor(t, at) >= 0 && walked++ < t->size)
      at = t->successor(t, at);
    if (t->successor(t, at) >= 0)
      return 0;
  }
  return 1;
}

static int steps_rise(const struct topology *t) {
  for (int p = 0; p < t->size; p++) {
    int next = t->successor(t, p), step = t->step(t, p);
    if (next < 0 ? step != -1 : step < 0 || step >= t->steps)
      return 0;
    if (next >= 0 && t->successor(t, next) >= 0 && t->step(t, next) <= step)
      return 0;
  }
  return 1;
}

/* Runs every process as the program does, by messages that wait for each other: receive from
 * all predecessors in the order of their steps, then send. Returns how many come to their end.
 */
static int run_blocking(const struct topology *t, int *at, int (*from)[MOST], int *count) {
  int ended = 0;
  for (int p = 0; p < t->size; p++) {
    at[p] = 0;
    count[p] = 0;
  }
  for (int step = 0; step < t->steps; step++)
    for (int p = 0; p < t->size; p++)
      if (t->step(t, p) == step) {
        int next = t->successor(t, p);
        from[next][count[next]++] = p;
      }
  for (int moved = 1; moved;) {
    moved = 0;
    for (int p = 0; p < t->size; p++) {
      int next = t->successor(t, p);
      if (at[p] != count[p] || (next >= 0 && from[next][at[next]] != p))
        continue; /* still receives, or its successor waits for another one */
      if (next >= 0)
        at[next]++;
      at[p]++;
      ended++;
      moved = 1;
    }
  }
  return ended;
}

/* Runs the steps in order. Returns whether the root holds each contribution once in the end. */
static int holds_all_once(const struct topology *t, unsigned char (*held)[MOST]) {
  int root = -1;
  for (int p = 0; p < t->size; p++) {
    memset(held[p], 0, (size_t)t->size);
    held[p][p] = 1;
    if (t->successor(t, p) < 0)
      root = p;
  }
  for (int step = 0; step < t->steps; step++)
    for (int p = 0; p < t->size; p++)
      if (t->step(t, p) == step)
        for (int i = 0; i < t->size; i++)
          held[t->successor(t, p)][i] =
              (unsigned char)(held[t->successor(t, p)][i] + held[p][i]);
  for (int i = 0; i < t->size; i++)
    if (held[root][i] != 1)
      return 0;
  return 1;
}

static int (*from)[MOST];
static unsigned char (*held)[MOST];

static int good(const struct topology *t) {
  static int at[MOST], count[MOST];
  return one_root(t) && walks_reach_root(t) && steps_rise(t) &&
         run_blocking(t, at, from, count) == t->size && holds_all_once(t, held);
}

/* A tree whose processes are numbered at random; a step is one or more later than it must be.
 */
static int random_tree(int size, int *successor, int *step) {
  static int order[MOST];
  int steps = 0;
  for (int i = 0; i < size; i++) {
    int k = pick(i + 1);
    order[i] = order[k];
    order[k] = i;
  }
  successor[order[0]] = -1;
  for (int i = 1; i < size; i++)
    successor[order[i]] = order[pick(4) ? pick(i) : i - 1];
  for (int i = 0; i < size; i++)
    step[i] = 0;
  for (int i = size - 1; i > 0; i--) { /* later in the order means farther from the root */
    int p = order[i], next = successor[p];
    step[p] += pick(3);
    steps = step[p] >= steps ? step[p] + 1 : steps;
    if (step[next] <= step[p])
      step[next] = step[p] + 1;
  }
  step[order[0]] = -1;
  return steps;
}

static void test_trees(void) {
  static int successor[MOST], step[MOST];
  int bad = 0, pairs = 1;
  for (int i = 0; i < 60; i++) {
    int size = i < 10 ? i + 1 : i == 10 ? MOST : 1 + pick(MOST / 2);
    int steps = random_tree(size, successor, step);
    struct topology t = topology_table(size, steps, successor, step);
    bad += !good(&t);
  }
  OK(!bad && "random trees reduce");
  successor[0] = 1;
  successor[1] = 0;
  step[0] = 0;
  step[1] = 1;
  struct topology circle = topology_table(2, 2, successor, step);
  pairs = one_root(&circle) || walks_reach_root(&circle) || steps_rise(&circle);
  OK(!pairs && "a circle is found out");
  successor[0] = -1;
  successor[2] = 1;
  step[0] = -1;
  step[1] = step[2] = 0;
  struct topology early = topology_table(3, 1, successor, step);
  OK(one_root(&early) && !steps_rise(&early) && !holds_all_once(&early, held) &&
     "a step too early is found out");
}

int main(void) {
  int bad[TOPOLOGIES] = {0}, list[8];
  from = malloc(MOST * sizeof *from);
  held = malloc(MOST * sizeof *held);
  for (int kind = 0; kind < TOPOLOGIES; kind++)
    for (int size = 1; size <= MOST; size = size < 40 ? size + 1 : size * 5 / 2) {
      struct topology t = topology_of(kind, size);
      bad[kind] += !good(&t);
    }
  OK(!bad[TOPOLOGY_RING] && "rings reduce");
  OK(!bad[TOPOLOGY_TREE] && "2-trees reduce");
  struct topology tree = topology_tree(6);
  OK(topology_predecessors(&tree, 0, list) == 2 && list[0] == 1 && list[1] == 2);
  OK(topology_predecessors(&tree, 2, list) == 1 && list[0] == 5);
  OK(tree.steps == 2 && topology_ring(6).steps == 5);
  test_trees();
  free(from);
  free(held);
  return tap_done();
}
