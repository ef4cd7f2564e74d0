/* Fetches, works on and writes back chunks by request-based operations. */
/* case: options="--memory-model=separate" */
#include "case.h"

enum { STEPS = 8, BUFFERS = 3, CHUNK = 4 };

int main(void) {
  ALIGNED int memory[STEPS * CHUNK] = {0}, buffer[BUFFERS][CHUNK];
  MPI_Request get[BUFFERS], put;
  MPI_Win win;
  int other;
  begin();
  other = 1 - rank;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < BUFFERS; i++)
    MPI_Rget(buffer[i], CHUNK, MPI_INT, other, i * CHUNK, CHUNK, MPI_INT, win, &get[i]);
  for (int step = 0; step < STEPS; step++) {
    int i = step % BUFFERS, next = step + BUFFERS;
    MPI_Wait(&get[i], MPI_STATUS_IGNORE);
    for (int k = 0; k < CHUNK; k++)
      buffer[i][k]++;
    MPI_Rput(buffer[i], CHUNK, MPI_INT, other, step * CHUNK, CHUNK, MPI_INT, win, &put);
    MPI_Wait(&put, MPI_STATUS_IGNORE);
    if (next < STEPS)
      MPI_Rget(buffer[i], CHUNK, MPI_INT, other, next * CHUNK, CHUNK, MPI_INT, win, &get[i]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
