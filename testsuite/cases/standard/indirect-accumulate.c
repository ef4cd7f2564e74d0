/* Each process adds its elements to those that a map names, which may coincide. */
#include "case.h"

enum { EACH = 4 };

/* Element i of the whole array lies in element i % EACH of the window of rank i / EACH. */
static int map(int i) {
  return (3 * i + 1) % (2 * EACH);
}

int main(void) {
  ALIGNED int memory[EACH] = {0}, mine[EACH] = {1, 2, 3, 4};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < EACH; i++) {
    int to = map(rank * EACH + i) / 2;
    MPI_Accumulate(&mine[i], 1, MPI_INT, to / EACH, to % EACH, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  if (rank == 0)
    printf("%d %d %d %d\n", memory[0], memory[1], memory[2], memory[3]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
