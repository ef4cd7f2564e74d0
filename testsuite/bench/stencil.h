/* stencil.h: a 5-point stencil over a ring of ranks. Each rank has ROWS rows and a halo row on
 * both sides. The program that includes this defines exchange(which), which fills the halo rows,
 * 0 and ROWS + 1, of grid[which]. */
#ifndef STENCIL_H
#define STENCIL_H

#include "bench.h"

#define ROWS 512
#define COLUMNS 1024

static double *grid[2];
static int now, below, above;

static void exchange(int which);

static void relax(const double *from, double *to) {
  for (int i = 1; i <= ROWS; i++)
    for (int j = 1; j < COLUMNS - 1; j++) {
      const double *at = from + (size_t)i * COLUMNS + j;
      to[(size_t)i * COLUMNS + j] =
          0.2 * (at[0] + at[1] + at[-1] + at[COLUMNS] + at[-COLUMNS]);
    }
}

static void step(void) {
  exchange(now);
  relax(grid[now], grid[1 - now]);
  now = 1 - now;
}

static void stencil_begin(void) {
  below = (rank + size - 1) % size;
  above = (rank + 1) % size;
}

static void stencil_fill(double *g) {
  for (size_t i = 0; i < (size_t)(ROWS + 2) * COLUMNS; i++)
    g[i] = (double)(i % 97);
}

#endif
