/* Windows are made on the same memory again and again: in the last one, its owner stores where
 * another rank puts. */
/* case: levels=pages */
#include "case.h"

enum { N = 3000, ROUNDS = 12 };

static int memory[N];

int main(void) {
  int v = 5;
  begin();
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0 && round == ROUNDS - 1)
      MPI_Put(&v, 1, MPI_INT, 1, 2000, 1, MPI_INT, win); /* expect: rma-local-race */
    else if (rank == 1)
      STORE(memory[2000], round); /* site: rma-local-race */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    memset(memory, round, sizeof memory);
  }
  MPI_Finalize();
}
