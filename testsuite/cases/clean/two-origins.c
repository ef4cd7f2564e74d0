/* Two origins start on one target, which posts to both; each also starts alone later. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0}, value = 1;
  int ranks[2] = {1, 2};
  MPI_Win win;
  MPI_Group world, both, target;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, ranks, &both);
  target = only(0);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_post(both, 0, win);
    MPI_Win_wait(win);
    for (int origin = 2; origin >= 1; origin--) {
      MPI_Group alone = only(origin);
      MPI_Win_post(alone, 0, win);
      MPI_Win_wait(win);
      MPI_Group_free(&alone);
    }
  } else {
    for (int round = 0; round < 2; round++) {
      MPI_Win_start(target, 0, win);
      MPI_Accumulate(&value, 1, MPI_INT, 0, round, 1, MPI_INT, MPI_SUM, win);
      MPI_Win_complete(win);
    }
  }
  if (rank == 0)
    printf("%d %d\n", memory[0], memory[1]);
  MPI_Group_free(&world);
  MPI_Group_free(&both);
  MPI_Group_free(&target);
  MPI_Win_free(&win);
  MPI_Finalize();
}
