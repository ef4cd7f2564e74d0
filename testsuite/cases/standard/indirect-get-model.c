/* Each process gathers the elements that a map names, by a get for each. */
/* case: options="--memory-model=separate" */
#include "case.h"

enum { EACH = 4 };

/* Element i of the whole array lies in element i % EACH of the window of rank i / EACH. */
static int map(int i) {
  return (3 * i + 1) % (2 * EACH);
}

int main(void) {
  ALIGNED int memory[EACH], copy[EACH];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < EACH; i++)
    STORE(memory[i], 10 * rank + i);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < EACH; i++) {
    int from = map(rank * EACH + i);
    MPI_Get(&copy[i], 1, MPI_INT, from / EACH, from % EACH, 1, MPI_INT, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0)
    printf("%d %d %d %d\n", copy[0], copy[1], copy[2], copy[3]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
