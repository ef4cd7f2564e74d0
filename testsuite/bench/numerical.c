/* Loops of numerical programs: numerical NAME own|window. Their data is in memory of the
 * program's own, with a small window beside it, or all in a window. */
#include <string.h>
#include "bench.h"

#define ROWS 20000
#define IN_ROW 27
#define COUNT (1 << 18)
#define SIDE 96  /* of a matrix */
#define EDGE 512 /* of a grid */
#define KERNEL(name) static __attribute__((noinline)) void name(void)

struct node {
  struct node *next;
  double value;
};

static struct memory {
  int start[ROWS + 1], column[ROWS * IN_ROW], chosen[ROWS];
  double value[ROWS * IN_ROW], x[ROWS], y[ROWS], a[COUNT], b[COUNT];
  struct node node[ROWS];
} * memory;
static struct node *head;
static int *start, *column, *chosen;
static double *value, *x, *y, *a, *b;
static volatile double last;
static MPI_Win win;

KERNEL(stencil) {
  for (int i = 1; i < EDGE - 1; i++)
    for (int j = 1; j < EDGE - 1; j++) {
      const double *at = a + i * EDGE + j;
      b[i * EDGE + j] = 0.2 * (at[0] + at[1] + at[-1] + at[EDGE] + at[-EDGE]);
    }
}

KERNEL(sweep) {
  for (int i = 1; i < EDGE; i++)
    for (int j = 1; j < EDGE; j++)
      a[i * EDGE + j] = 0.3 * (a[i * EDGE + j - 1] + a[(i - 1) * EDGE + j] + b[i * EDGE + j]);
}

KERNEL(diagonal) {
  for (int d = 2; d < 2 * EDGE - 2; d++)
    for (int i = d < EDGE ? 1 : d - EDGE + 2; i < (d < EDGE ? d : EDGE); i++) {
      double *at = a + i * EDGE + d - i;
      at[0] = 0.3 * (at[-1] + at[-EDGE] + b[i * EDGE + d - i]);
    }
}

KERNEL(sparse) {
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int j = start[i]; j < start[i + 1]; j++)
      sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}

KERNEL(branch) {
  for (int i = 0; i < COUNT; i++)
    if (chosen[i % (1 << 14)])
      a[i] = b[i] + 1;
}

KERNEL(indirect) {
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      double sum = 0;
      for (int k = 0; k < SIDE; k++)
        sum += a[i * SIDE + k] * b[column[k] % SIDE * SIDE + j];
      y[i * SIDE + j] = sum;
    }
}

KERNEL(chase) {
  double sum = 0;
  for (const struct node *n = head; n; n = n->next)
    sum += n->value;
  last = sum;
}

static __attribute__((noinline)) double squared(double v) {
  return v * v + 1;
}

KERNEL(reduction) {
  double sum = 0;
  for (int i = 0; i < COUNT; i++)
    sum += squared(a[i]);
  last = sum;
}

KERNEL(histogram) {
  for (int i = 0; i < COUNT; i++)
    y[column[i]] += 1;
}

static const struct kernel {
  const char *name;
  void (*run)(void);
} kernels[] = {{"stencil", stencil}, {"sweep", sweep},         {"diagonal", diagonal},
               {"sparse", sparse},   {"branch", branch},       {"indirect", indirect},
               {"chase", chase},     {"reduction", reduction}, {"histogram", histogram}};
static const struct kernel *chosen_kernel;

static void fill(void) {
  unsigned random = 1;
  start = memory->start, column = memory->column, chosen = memory->chosen;
  value = memory->value, x = memory->x, y = memory->y, a = memory->a, b = memory->b;
  for (int i = 0; i < ROWS * IN_ROW; i++) {
    random = random * 1664525 + 1013904223;
    column[i] = (int)((unsigned)i / IN_ROW + (random >> 8) % 2000) % ROWS;
    value[i] = 1;
  }
  for (int i = 0; i < ROWS; i++) {
    random = random * 1664525 + 1013904223;
    chosen[i] = random >> 20 & 1;
    start[i + 1] = (i + 1) * IN_ROW;
    x[i] = y[i] = i;
    memory->node[i] = (struct node){i + 1 < ROWS ? &memory->node[i + 1] : NULL, i};
  }
  for (int i = 0; i < COUNT; i++)
    a[i] = b[i] = i % 97;
  start[0] = 0;
  head = memory->node;
}

static void step(void) {
  chosen_kernel->run();
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  int in_window = argc > 2 && !strcmp(argv[2], "window");
  for (size_t i = 0; argc > 1 && i < sizeof kernels / sizeof *kernels; i++)
    if (!strcmp(argv[1], kernels[i].name))
      chosen_kernel = &kernels[i];
  if (!chosen_kernel)
    MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Win_allocate(in_window ? sizeof *memory : 4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  struct memory *own = in_window ? NULL : malloc(sizeof *own);
  memory = own ? own : memory;
  fill();
  MPI_Win_fence(0, win);
  batches = in_window ? 20 : BATCHES;
  bench_run(step, 1);
  MPI_Win_free(&win);
  free(own);
  MPI_Finalize();
}
