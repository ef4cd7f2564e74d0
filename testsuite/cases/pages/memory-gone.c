/* Memory of windows that live is freed and moved, and its addresses are used again:
 * an error that does no harm here, and is to do none. */
/* case: levels=mpi,pages */
#include "show.h"

enum { N = 1 << 18 };

int main(void) {
  MPI_Win win[2];
  int wrong = 0;
  begin();
  int *small = malloc(400), *large = malloc(4 * N);
  MPI_Win_create(small, 400, 4, // site: window-memory-freed
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win[0]);
  MPI_Win_create(large, 4 * N, 4, // site: window-memory-freed
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win[1]);
  for (int i = 0; i < N; i++)
    large[i] = i;
  small[0] = 7;
  free(small); /* expect: window-memory-freed */
  small = malloc(400);
  memset(small, 1, 400);
  large = realloc(large, 16 * N); /* expect: window-memory-freed */
  wrong += large[0] != 0 || large[N - 1] != N - 1;
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&win[i]);
  wrong += small[99] != 0x01010101 || large[N - 1] != N - 1;
  free(small);
  free(large);
  if (wrong)
    abort();
  MPI_Finalize();
}
