/* kernels NAME N: the three kernels of the Parallel Research Kernels, N steps of one. All
 * arrays are in windows. Rank 0 prints how many seconds the steps took. */
#include <string.h>
#include "bench.h"

static MPI_Win win;
static double *at; /* this rank's memory of the window */

static double *allocate(size_t count) {
  MPI_Win_allocate((MPI_Aint)(count * sizeof *at), sizeof *at, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &at, &win);
  for (size_t i = 0; i < count; i++)
    at[i] = (double)(i % 97);
  MPI_Win_fence(0, win);
  return at;
}

/* A 5-point stencil on a ring of ranks. Two grids, each of ROWS rows and a halo row on both
 * sides; the halo is put between fences. */
enum { ROWS = 512, COLUMNS = 1024, GRID = (ROWS + 2) * COLUMNS };

static void stencil_begin(void) {
  allocate((size_t)2 * GRID);
}

static void stencil(void) {
  static int now;
  double *from = at + now * GRID, *to = at + (1 - now) * GRID;
  int below = (rank + size - 1) % size, above = (rank + 1) % size, halo = now * GRID;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(from + ROWS * COLUMNS, COLUMNS, MPI_DOUBLE, above, halo, COLUMNS, MPI_DOUBLE, win);
  MPI_Put(from + COLUMNS, COLUMNS, MPI_DOUBLE, below, halo + (ROWS + 1) * COLUMNS, COLUMNS,
          MPI_DOUBLE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int i = COLUMNS; i < (ROWS + 1) * COLUMNS; i += COLUMNS)
    for (int j = i + 1; j < i + COLUMNS - 1; j++)
      to[j] =
          0.2 * (from[j] + from[j + 1] + from[j - 1] + from[j + COLUMNS] + from[j - COLUMNS]);
  now = 1 - now;
}

/* Adds the transpose of A to B. A rank has ORDER / size columns of each; A is in the window.
 * The blocks are got from the other ranks. */
enum { ORDER = 1024 };
static double *b, *block;

static void transpose_begin(void) {
  size_t columns = (size_t)(ORDER / size);
  allocate(ORDER * columns);
  b = calloc(ORDER * columns, sizeof *b);
  block = malloc(columns * columns * sizeof *block);
}

static void transpose(void) {
  int n = ORDER / size;
  for (int phase = 0; phase < size; phase++) {
    int other = (rank + phase) % size;
    double *to = b + (size_t)other * n * n;
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Get(block, n * n, MPI_DOUBLE, other, rank * n * n, n * n, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        to[i * n + j] += block[j * n + i];
  }
  for (int i = 0; i < ORDER * n; i++)
    at[i] += 1;
}

/* A value of a grid depends on its neighbours to the left, above and beyond both, so the ranks
 * compute the grid in a pipeline: a rank that has done LINES of its lines puts its last column
 * into the halo column of the next rank, and sends it word. */
enum { WIDTH = 2049, HEIGHT = 512, LINES = 8 };

static void wavefront_begin(void) {
  allocate((size_t)WIDTH * HEIGHT);
  MPI_Win_lock_all(0, win);
}

static void pass_on(int line) {
  MPI_Datatype column;
  MPI_Type_vector(LINES, 1, WIDTH, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Put(at + line * WIDTH + WIDTH - 1, 1, column, rank + 1, (MPI_Aint)line * WIDTH, 1, column,
          win);
  MPI_Win_flush(rank + 1, win);
  MPI_Type_free(&column);
  MPI_Send(NULL, 0, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
}

static void wavefront(void) {
  for (int line = 0; line < HEIGHT; line += LINES) {
    if (rank) {
      MPI_Recv(NULL, 0, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
    }
    for (int i = line ? line : 1; i < line + LINES; i++) {
      double *own = at + i * WIDTH, *above = own - WIDTH;
      for (int j = 1; j < WIDTH; j++)
        own[j] = 0.5 * (own[j - 1] + above[j]) - 0.25 * above[j - 1];
    }
    MPI_Win_sync(win);
    if (rank + 1 < size)
      pass_on(line);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void unlock(void) {
  MPI_Win_unlock_all(win);
}

static const struct kernel {
  const char *name;
  void (*begin)(void), (*step)(void), (*end)(void);
} kernels[] = {{"stencil", stencil_begin, stencil, NULL},
               {"transpose", transpose_begin, transpose, NULL},
               {"wavefront", wavefront_begin, wavefront, unlock}};

int main(int argc, char **argv) {
  const struct kernel *k = kernels;
  bench_begin(&argc, &argv);
  while (strcmp(k->name, argv[1]))
    k++;
  k->begin();
  MPI_Barrier(MPI_COMM_WORLD);
  double start = bench_now();
  for (int i = atoi(argv[2]); i > 0; i--)
    k->step();
  MPI_Barrier(MPI_COMM_WORLD);
  if (!rank)
    printf("%.9g\n", bench_now() - start);
  if (k->end)
    k->end();
  MPI_Win_free(&win);
  MPI_Finalize();
}
