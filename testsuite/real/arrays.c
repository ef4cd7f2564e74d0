/* Uses Global Arrays: puts, gets, accumulates, a counter, matrix products. Prints one line. */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include <stdio.h>

#define N 64

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  GA_Error("wrong", 1);
}

static void fill(int g, int me) {
  static double row[N];
  int ld = N;
  for (int i = me; i < N; i += GA_Nnodes()) {
    int lo[2] = {i, 0}, hi[2] = {i, N - 1};
    for (int j = 0; j < N; j++)
      row[j] = i + j;
    NGA_Put(g, lo, hi, row, &ld);
  }
  GA_Sync();
}

int main(int argc, char **argv) {
  static double block[N][N];
  double one = 1, dot;
  int dims[2] = {N, N}, lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld = N, first = 0, size = 1;
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 100000, 100000);
  int me = GA_Nodeid(), nodes = GA_Nnodes();
  int a = NGA_Create(C_DBL, 2, dims, "a", NULL), b = GA_Duplicate(a, "b"),
      c = GA_Duplicate(a, "c");
  int counter = NGA_Create(C_INT, 1, &size, "counter", NULL);
  GA_Zero(counter);
  fill(a, me);
  GA_Transpose(a, b);
  NGA_Get(a, lo, hi, block, &ld);
  NGA_Acc(b, lo, hi, block, &ld, &one);
  GA_Sync();
  NGA_Get(b, lo, hi, block, &ld);
  if (block[3][5] != 8 * (1 + nodes))
    fail("accumulate");
  for (int i = 0; i < 10; i++)
    NGA_Read_inc(counter, &first, 1);
  GA_Sync();
  if (NGA_Read_inc(counter, &first, 0) != 10 * nodes)
    fail("counter");
  GA_Dgemm('n', 'n', N, N, N, 1, a, b, 0, c);
  dot = GA_Ddot(c, b);
  if (!me)
    printf("%d arrays of %d: %.0f\n", 3, N, dot);
  GA_Destroy(counter);
  GA_Destroy(c);
  GA_Destroy(b);
  GA_Destroy(a);
  GA_Terminate();
  MPI_Finalize();
}
