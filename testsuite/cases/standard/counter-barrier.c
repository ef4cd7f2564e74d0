/* Processes put values to each other and wait for each other in between by a counter at process
 * 0, which each increments and then polls. The values may still be under way then. */
/* case: ranks=3 */
#include "case.h"

enum { ROUNDS = 1, MOST = 8 };

static MPI_Win counter;

static void wait_for_all(int *arrivals) {
  int one = 1, count;
  MPI_Fetch_and_op(&one, &count, MPI_INT, 0, 0, MPI_SUM, counter);
  MPI_Win_flush(0, counter);
  *arrivals += size;
  while (count < *arrivals) {
    MPI_Fetch_and_op(NULL, &count, MPI_INT, 0, 0, MPI_NO_OP, counter);
    MPI_Win_flush(0, counter);
  }
}

int main(void) {
  ALIGNED int count[4] = {0}, memory[MOST] = {0}, got[MOST];
  MPI_Win win;
  int arrivals = 0, sum = 0;
  begin();
  MPI_Win_create(count, sizeof count, sizeof *count, MPI_INFO_NULL, MPI_COMM_WORLD, &counter);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, counter);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= ROUNDS; round++) {
    for (int to = 0; to < size; to++)
      MPI_Put(&round, 1, MPI_INT, to, rank, 1, MPI_INT, win); /* expect: rma-race */
    wait_for_all(&arrivals);
    MPI_Get(got, size, MPI_INT, rank, 0, size, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush_all(win);
    for (int from = 0; from < size; from++)
      sum += got[from];
    wait_for_all(&arrivals);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(counter);
  (void)sum;
  MPI_Win_free(&win);
  MPI_Win_free(&counter);
  MPI_Finalize();
}
