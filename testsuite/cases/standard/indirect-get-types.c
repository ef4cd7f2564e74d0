/* Each process gathers the elements that a map names, by one get for each target. */
#include "case.h"

enum { EACH = 4 };

/* Element i of the whole array lies in element i % EACH of the window of rank i / EACH. */
static int map(int i) {
  return (3 * i + 1) % (2 * EACH);
}

int main(void) {
  ALIGNED int memory[EACH], copy[EACH];
  int here[EACH], there[EACH];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < EACH; i++)
    STORE(memory[i], 10 * rank + i);
  MPI_Win_fence(0, win);
  for (int target = 0; target < size; target++) {
    MPI_Datatype origin_type, target_type;
    int count = 0;
    for (int i = 0; i < EACH; i++) {
      int from = map(rank * EACH + i);
      if (from / EACH == target) {
        here[count] = i;
        there[count++] = from % EACH;
      }
    }
    MPI_Type_create_indexed_block(count, 1, here, MPI_INT, &origin_type);
    MPI_Type_create_indexed_block(count, 1, there, MPI_INT, &target_type);
    MPI_Type_commit(&origin_type);
    MPI_Type_commit(&target_type);
    MPI_Get(copy, 1, origin_type, target, 0, 1, target_type, win);
    MPI_Type_free(&origin_type);
    MPI_Type_free(&target_type);
  }
  MPI_Win_fence(0, win);
  if (rank == 0)
    printf("%d %d %d %d\n", copy[0], copy[1], copy[2], copy[3]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
