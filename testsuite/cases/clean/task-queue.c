/* Tasks are drawn by fetch-and-op, read by get, and their results accumulated. */
/* case: ranks=3 */
#include "case.h"

enum { TASKS = 20, NEXT = TASKS, RESULT, WORDS = TASKS + 4 };

int main(void) {
  ALIGNED int memory[WORDS] = {0}, task, work, one = 1, square;
  MPI_Win win;
  begin();
  for (int i = 0; i < TASKS; i++)
    memory[i] = i + 1;
  MPI_Win_create(memory, rank == 0 ? sizeof memory : 0, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (;;) {
    MPI_Fetch_and_op(&one, &task, MPI_INT, 0, NEXT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (task >= TASKS)
      break;
    MPI_Get(&work, 1, MPI_INT, 0, task, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
    square = work * work;
    MPI_Put(&square, 1, MPI_INT, 0, task, 1, MPI_INT, win);
    MPI_Accumulate(&square, 1, MPI_INT, 0, RESULT, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush_local(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int sum = 0, got;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    for (int i = 0; i < TASKS; i++) {
      LOAD(got, memory[i]);
      sum += got;
    }
    LOAD(got, memory[RESULT]);
    MPI_Win_unlock(0, win);
    printf("%d %d\n", sum, got);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
