/* A token goes round a ring of processes three times, as a flag that each polls in its own
 * window; its holder updates a value at process 0. */
/* case: ranks=3 */
#include "case.h"

enum { FLAG, VALUE, ROUNDS = 3 };

static void await(int round, MPI_Win win) {
  int flag;
  do {
    MPI_Fetch_and_op(NULL, &flag, MPI_INT, rank, FLAG, MPI_NO_OP, win);
    MPI_Win_flush(rank, win);
  } while (flag < round);
}

static void pass(int round, MPI_Win win) {
  int right = (rank + 1) % size;
  round += right == 0;
  MPI_Accumulate(&round, 1, MPI_INT, right, FLAG, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(right, win);
}

int main(void) {
  ALIGNED int memory[4] = {0}, v;
  MPI_Win win;
  begin();
  memory[FLAG] = rank == 0;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= ROUNDS; round++) {
    await(round, win);
    MPI_Get(&v, 1, MPI_INT, 0, VALUE, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    v += rank + 1;
    MPI_Put(&v, 1, MPI_INT, 0, VALUE, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    pass(round, win);
  }
  if (rank == size - 1)
    printf("%d\n", v);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
