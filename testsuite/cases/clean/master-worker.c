/* A master hands out places of its window to whoever asks; workers get, work and put back. */
/* case: ranks=3 */
#include "case.h"

enum { TASKS = 12, ASK = 1, GIVE, STOP = -1 };

static void master(int *memory, MPI_Win win) {
  int sum = 0, got;
  MPI_Status status;
  for (int given = 0, stopped = 0; stopped < size - 1; given++) {
    int task = given < TASKS ? given : STOP;
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD, &status);
    MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, GIVE, MPI_COMM_WORLD);
    stopped += task == STOP;
  }
  MPI_Win_sync(win);
  for (int i = 0; i < TASKS; i++) {
    LOAD(got, memory[i]);
    sum += got;
  }
  printf("%d\n", sum);
}

static void worker(MPI_Win win) {
  int task, value;
  for (;;) {
    MPI_Sendrecv(NULL, 0, MPI_INT, 0, ASK, &task, 1, MPI_INT, 0, GIVE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (task == STOP)
      break;
    MPI_Get(&value, 1, MPI_INT, 0, task, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    value *= 2;
    MPI_Put(&value, 1, MPI_INT, 0, task, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
}

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(TASKS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < TASKS; i++)
    STORE(memory[i], i);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    master(memory, win);
  else
    worker(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
